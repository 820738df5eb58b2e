package conformance

import (
	"fmt"

	"coderuntime"
)

// logs are the cases about what a program prints, and the budget for it.
func logs() []Case {
	return []Case{
		{
			Name:  "Every printed line is an entry",
			Lines: lines{64, 309},
			Program: `
				print("a", "b")
				print("c")
				print()
				print("d\n\ne")
			`,
			Want: gives(`null`, "a b", "c", "", "d", "", "e"),
		},
		{
			Name:    "A line that never ends is an entry",
			Lines:   lines{65},
			Program: `print("partial", end="")`,
			Want:    gives(`null`, "partial"),
		},
		{
			Name:  "Only a line feed ends a line",
			Lines: lines{64},
			Program: `
				print("a\rb\x0bc\u2028d\x85e")
				print("f\r")
			`,
			Want: gives(`null`, "a\rb\x0bc\u2028d\u0085e", "f\r"),
		},
		{
			Name:  "Standard error is captured in order with standard output",
			Lines: lines{309},
			Program: `
				import sys
				print("one")
				print("two", file=sys.stderr)
				sys.stdout.write("three\n")
				sys.stderr.write("four\n")
			`,
			Want: gives(`null`, "one", "two", "three", "four"),
		},
		{
			Name: "Warnings, logging and printed tracebacks are captured",
			Program: `
				import logging, traceback, warnings
				logging.warning("from logging")
				warnings.warn("from warnings")
				try:
				    1 / 0
				except ZeroDivisionError:
				    traceback.print_exc()
			`,
			Want: Want{Value: `null`, AnyLogs: true, Check: contain("from logging", "from warnings", "ZeroDivisionError")},
		},
		{
			Name:    "A lone surrogate is printed as a question mark",
			Lines:   lines{181},
			Program: `print("a\ud800b")`,
			Want:    gives(`null`, "a?b"),
		},
		{
			Name:  "Flushed text and what follows are one entry",
			Lines: lines{102},
			Program: `
				print("a", end="", flush=True)
				print("b")
				print("c")
			`,
			Want: gives(`null`, "ab", "c"),
		},
		{
			Name:  "Flushed text is kept when the program ends",
			Lines: lines{104},
			Program: `
				print("open", end="", flush=True)
				return 1
			`,
			Want: gives(`1`, "open"),
		},
		{
			Name:  "Flushed text ends where the other stream begins",
			Lines: lines{102},
			Program: `
				import sys
				print("out", end="", flush=True)
				print("err", file=sys.stderr)
				print("more")
			`,
			Want: gives(`null`, "out", "err", "more"),
		},
		{
			Name:  "Printed text is kept when the program fails",
			Lines: lines{318},
			Program: `
				print("line")
				print("tail", end="")
				raise ValueError("late")
			`,
			Want: Want{Failure: exception, Contains: []string{"ValueError: late"}, Logs: []string{"line", "tail"}},
		},
		{
			Name:  "Flushed text is kept when the time is over",
			Lines: lines{215},
			Program: `
				print("before", end="", flush=True)
				while True:
				    pass
			`,
			Limits: coderuntime.Limits{Wall: second},
			Want:   Want{Failure: timeout, Logs: []string{"before"}},
		},
		{
			Name:  "Two million empty writes print nothing",
			Lines: lines{210},
			Program: `
				import sys
				write = sys.stdout.write
				for _ in range(2_000_000):
				    write("")
				return "done"
			`,
			Want: gives(`"done"`),
		},
		{
			Name: "An entry is given to OnLog while the program runs",
			Program: `
				print("first")
				await tools.hang(None)
			`,
			Want: Want{Failure: abort, Message: "saw first", Logs: []string{"first"}},
			// The run ends only because its first line was seen.
			Drive: abortOnLog("first", fmt.Errorf("saw first")),
		},
	}
}

// contain checks that each of the texts is in some entry.
func contain(texts ...string) func(Outcome) error {
	return func(o Outcome) error {
		for _, text := range texts {
			if !anyContains(o.Result.Logs, text) {
				return fmt.Errorf("no entry contains %q", text)
			}
		}
		return nil
	}
}

// logLimits are the cases about the budget for output.
func logLimits() []Case {
	xs := func(n int) string { return repeat("x", n) }
	cut := func(budget int, entries ...string) Want {
		return gives(`"done"`, append(entries, marker(budget))...)
	}
	return []Case{
		{
			Name:  "Output over the budget is cut with a marker that names it, and the run succeeds",
			Lines: lines{180},
			Program: `
				for i in range(50):
				    print("line", i)
				return "done"
			`,
			Limits: logLimit(128),
			Want: cut(128, "line 0", "line 1", "line 2", "line 3", "line 4", "line 5", "line 6", "line 7",
				"line 8", "line 9", "line 10", "line 11", "line 12")},
		{
			Name:    "A line of 60 characters fits 64 bytes",
			Lines:   lines{217},
			Program: `print("x" * 60)`,
			Limits:  logLimit(64),
			Want:    gives(`null`, xs(60)),
		},
		{
			Name:    "A line of 61 characters doesn't fit 64 bytes",
			Lines:   lines{217},
			Program: `print("x" * 61); return "done"`,
			Limits:  logLimit(64),
			Want:    cut(64),
		},
		{
			Name:  "A budget used up to the last byte is no loss, what follows is",
			Lines: lines{216},
			Program: `
				print("x" * 100)
				print("t", end="")
				return "done"
			`,
			Limits: logLimit(104),
			Want:   cut(104, xs(100)),
		},
		{
			Name:  "Ten thousand blank lines don't go past the budget",
			Lines: lines{238},
			Program: `
				for _ in range(10_000):
				    print()
				return "done"
			`,
			Limits: logLimit(64),
			Want:   cut(64, make([]string, 21)...),
		},
		{
			Name:  "Control characters are charged as they are spelled",
			Lines: lines{219},
			Program: `
				for _ in range(500):
				    print("\0" * 10)
				return "done"
			`,
			Limits: logLimit(256),
			Want:   cut(256, repeat("\x00", 10), repeat("\x00", 10), repeat("\x00", 10), repeat("\x00", 10)),
		},
		{
			Name:    "A line of 24 MiB of NULs is refused whole",
			Lines:   lines{220},
			Program: `print("\0" * (24 << 20)); return "done"`,
			Limits:  logLimit(32 * mib),
			Want:    cut(32 << 20),
		},
		{
			Name:  "A flood of one-character writes is cut while it runs",
			Lines: lines{70},
			Program: `
				import sys
				for _ in range(200_000):
				    sys.stdout.write("x")
				return "done"
			`,
			Limits: logLimit(4096),
			Want:   cut(4096),
		},
		{
			Name:  "A flood without line ends is cut while it runs",
			Lines: lines{209},
			Program: `
				while True:
				    print("flood", end="")
			`,
			Limits: coderuntime.Limits{Log: 1024, Wall: 2 * second},
			Want:   Want{Failure: timeout, Logs: []string{marker(1024)}},
		},
		{
			Name:    "One write of half a million line ends gives one marker",
			Lines:   lines{211},
			Program: `import sys; sys.stdout.write("\n" * 500_000); return "done"`,
			Limits:  logLimit(1024),
			Want:    cut(1024, make([]string, 341)...),
		},
		{
			Name:    "One print of 100 MiB is cut without a copy",
			Lines:   lines{202},
			Program: `print("x" * (100 << 20)); return "done"`,
			Limits:  coderuntime.Limits{Log: 1024, Memory: 256 * mib},
			Want:    cut(1024),
		},
		{
			Name:    "One write of 340 MiB of lines is cut without a copy",
			Lines:   lines{212},
			Program: `import sys; sys.stdout.write(("x" * 4095 + "\n") * (340 << 8)); return "done"`,
			Limits:  coderuntime.Limits{Log: 1024, Memory: 400 * mib},
			Want:    cut(1024),
		},
		{
			Name:    "One write of 340 MiB behind an unfinished line is cut without a copy",
			Lines:   lines{213},
			Program: `import sys; sys.stdout.write("y"); sys.stdout.write("x" * (340 << 20)); return "done"`,
			Limits:  coderuntime.Limits{Log: 1024, Memory: 400 * mib},
			Want:    cut(1024),
		},
		{
			Name:    "340 MiB of lines behind an unfinished line are cut without a copy",
			Lines:   lines{214},
			Program: `import sys; sys.stdout.write("y"); sys.stdout.write(("x" * 4095 + "\n") * (340 << 8)); return "done"`,
			Limits:  coderuntime.Limits{Log: 1024, Memory: 400 * mib},
			Want:    cut(1024),
		},
		{
			Name:    "A line end before 150 MiB is an entry before the marker",
			Lines:   lines{221},
			Program: `import sys; sys.stdout.write("\n" + "x" * (150 << 20)); return "done"`,
			Limits:  coderuntime.Limits{Memory: 384 * mib},
			Want:    cut(64<<10, ""),
		},
	}
}

// openLogs are the cases about entries that are flushed in parts.
func openLogs() []Case {
	xs := func(n int) string { return repeat("x", n) }
	at64 := func(name string, line int, program string, logs ...string) Case {
		return Case{Name: name, Lines: lines{line}, Program: program, Limits: logLimit(64), Want: gives(`null`, logs...)}
	}
	return []Case{
		at64("The flushed part of an entry is kept when the rest doesn't fit", 109, `
			print("committed", end="", flush=True)
			print("x" * 100)
		`, "committed", marker(64)),
		at64("An entry in 16 parts is charged once", 111, `
			for _ in range(16):
			    print("x", end="", flush=True)
			print()
		`, xs(16)),
		at64("An entry of 30 and 25 characters fits", 112, `
			print("x" * 30, end="", flush=True)
			print("x" * 25)
		`, xs(55)),
		at64("An entry of 30 and 30 characters fits exactly", 114, `
			print("x" * 30, end="", flush=True)
			print("x" * 30)
		`, xs(60)),
		at64("An entry of 29 and 30 characters in one write fits", 115, `
			import sys
			sys.stdout.write("x" * 29)
			sys.stdout.flush()
			sys.stdout.write("x" * 30 + "\n")
		`, xs(59)),
		at64("An entry of 40 and 40 characters keeps the first part", 117, `
			print("x" * 40, end="", flush=True)
			print("x" * 40)
		`, xs(40), marker(64)),
	}
}
