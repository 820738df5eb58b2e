package conformance

import "strings"

func anyContains(entries []string, text string) bool {
	for _, entry := range entries {
		if strings.Contains(entry, text) {
			return true
		}
	}
	return false
}

// streams are the cases about the objects that a program prints to.
func streams() []Case {
	return []Case{
		{
			Name: "The captured streams are text streams without a file",
			Program: `
				import io, sys
				out = sys.stdout
				facts = [isinstance(out, io.TextIOBase), out.writable(), out.readable(), out.seekable(), out.isatty(),
				         out.closed, out.write("four\n")]
				try:
				    out.fileno()
				except io.UnsupportedOperation:
				    facts.append("no fileno")
				try:
				    out.write(b"bytes")
				except TypeError:
				    facts.append("no bytes")
				return facts
			`,
			Want: gives(`[true,true,false,false,false,false,5,"no fileno","no bytes"]`, "four"),
		},
		{
			Name: "Closing a captured stream harms nobody",
			Program: `
				import sys
				print("before")
				sys.stdout.close()
				sys.stderr.close()
				return 1
			`,
			Want: gives(`1`, "before"),
		},
		{
			Name: "A program may put streams of its own in their place",
			Program: `
				import contextlib, io, sys
				with contextlib.redirect_stdout(io.StringIO()) as held:
				    print("held")
				print("shown", end="")
				sys.stdout = None
				print("nowhere")
				return held.getvalue()
			`,
			Want: gives(`"held\n"`, "shown"),
		},
		{
			Name: "Deleted streams do not lose the outcome",
			Program: `
				import sys
				print("kept", end="")
				del sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__
				return 1
			`,
			Want: gives(`1`, "kept"),
		},
		{
			Name: "writelines writes lines",
			Program: `
				import sys
				sys.stdout.writelines(["a\n", "b", "c\n"])
			`,
			Want: gives(`null`, "a", "bc"),
		},
	}
}

// stray are the cases about output that goes around the captured streams.
func stray() []Case {
	writeAll := "import os\ndef write(fd, data):\n    while data:\n        data = data[os.write(fd, data):]\n"
	native := func(name string, line int, body string, want Want) Case {
		return Case{Name: name, Lines: lines{line, 242, 339, 340}, Program: writeAll + dedent(body), Want: want}
	}
	limited := func(c Case, size int) Case {
		c.Limits = logLimit(sizeOf(size))
		return c
	}
	return []Case{
		native("What is written to file descriptor 1 is captured", 242, `
			write(1, b"out\n")
		`, gives(`null`, "out")),
		native("What is written to file descriptor 2 is captured", 242, `
			write(2, b"err\n")
		`, gives(`null`, "err")),
		native("Every stray line is an entry", 67, `
			write(1, b"one\ntwo\nthree")
		`, gives(`null`, "one", "two", "three")),
		native("A stray line may be empty", 67, `
			write(1, b"\n\nx\n")
		`, gives(`null`, "", "", "x")),
		native("Stray lines keep their order in each stream", 68, `
			for i in range(100):
			    write(1, b"o%d\n" % i)
			    write(2, b"e%d\n" % i)
		`, Want{Value: `null`, AnyLogs: true, Check: orderOfBoth}),
		limited(native("A stray line of 200,000 characters is one entry", 66, `
			write(1, b"x" * 200_000)
		`, gives(`null`, repeat("x", 200_000))), 512<<10),
		limited(native("A stray flood of 2 MB is cut", 69, `
			write(1, b"flood " * 333_334)
			return "done"
		`, gives(`"done"`, marker(4096))), 4096),
		limited(native("Stray lines over the budget are cut behind those that fit", 69, `
			write(1, b"y" * 9 + b"\n")
			write(1, (b"x" * 1999 + b"\n") * 1000)
			return "done"
		`, gives(`"done"`, repeat("y", 9), repeat("x", 1999), repeat("x", 1999), marker(4096))), 4096),
		limited(native("Stray NULs are charged as they are spelled", 71, `
			write(1, b"\0" * 4000)
		`, gives(`null`, marker(4096))), 4096),
		limited(native("A stray line behind the cut is dropped", 74, `
			write(1, b"x" * 5000 + b"\nshort\n")
		`, gives(`null`, marker(4096))), 4096),
		native("A byte that is no character is replaced, its neighbour is kept", 75, `
			write(1, b"\xe2A\n")
		`, gives(`null`, "\ufffdA")),
		native("Tabs, quotes and control characters of a stray line survive", 76, `
			write(1, "\ttab \"quote\" \\ \x01 é\n".encode())
		`, gives(`null`, "\ttab \"quote\" \\ \x01 é")),
		native("A character split over several writes is whole", 239, `
			for byte in "aé€😀z\n".encode():
			    write(1, bytes([byte]))
		`, gives(`null`, "aé€😀z")),
		native("Half a character at the end is replaced", 240, `
			write(1, b"ok\xe2\x82")
		`, gives(`null`, "ok\ufffd")),
		native("What waits in the original streams is captured", 243, `
			import sys
			sys.__stdout__.write("waiting")
		`, gives(`null`, "waiting")),
		limited(native("Stray output behind the program's own cut is dropped", 203, `
			print("x" * 2000)
			await tools.echo(None)  # the host has seen the cut now
			write(1, b"late\n")
		`, gives(`null`, marker(1024))), 1024),
		native("Stray output of a program that fails is kept", 318, `
			write(2, b"last words")
			raise ValueError("x")
		`, Want{Failure: exception, Logs: []string{"last words"}}),
	}
}

func orderOfBoth(o Outcome) error {
	var p problems
	next := map[byte]int{'o': 0, 'e': 0}
	for _, entry := range o.Result.Logs {
		pipe := entry[0]
		p.add(entry[1:] != itoa(next[pipe]), "%q is out of order", entry)
		next[pipe]++
	}
	p.add(next['o'] != 100 || next['e'] != 100, "there must be 100 lines of each")
	return joined(p)
}
