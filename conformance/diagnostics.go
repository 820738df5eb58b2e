package conformance

import (
	"fmt"
	"strings"

	"coderuntime"
)

// diagnostics are the cases about the words for a program that failed.
func diagnostics() []Case {
	return []Case{
		{
			Name:  "An exception is told with its type, its text and the program's own lines",
			Lines: lines{90, 314},
			Program: `
				def inner(x):
				    raise ValueError(f"bad {x}")

				def outer():
				    inner(7)

				outer()
			`,
			Want: fails(exception, "Traceback (most recent call last):", "ValueError: bad 7",
				`File "<model>", line 7`, `File "<model>", line 5, in outer`, `File "<model>", line 2, in inner`),
		},
		{
			Name:  "Frames of other files are left out",
			Lines: lines{90, 122},
			Program: `
				import json
				json.loads("{")
			`,
			Want: Want{Failure: exception, Contains: []string{"JSONDecodeError", `File "<model>", line 2`},
				Omits: []string{"decoder.py", "/", "python3"}},
		},
		{
			Name:  "A cause and a context are told",
			Lines: lines{90},
			Program: `
				try:
				    try:
				        1 / 0
				    except ZeroDivisionError as error:
				        raise KeyError("first") from error
				except KeyError:
				    raise ValueError("second")
			`,
			Want: fails(exception, "ZeroDivisionError", "KeyError: 'first'", "ValueError: second",
				"The above exception was the direct cause", "During handling of the above exception"),
		},
		{
			Name:  "Notes are told",
			Lines: lines{90},
			Program: `
				error = ValueError("x")
				error.add_note("and a note")
				raise error
			`,
			Want: fails(exception, "ValueError: x", "and a note"),
		},
		{
			Name:  "A chain of 3000 causes is cut at 100",
			Lines: lines{91},
			Program: `
				error = ValueError("first")
				for i in range(3000):
				    following = ValueError(f"error {i}")
				    following.__cause__ = error
				    error = following
				raise error
			`,
			Want: Want{Failure: exception, Contains: []string{"[coderuntime] exception chain truncated at 100 links"}, Within: 30 * second},
		},
		{
			Name:  "An exception that refuses attributes can still be cut",
			Lines: lines{92},
			Program: `
				class Stubborn(Exception):
				    def __setattr__(self, name, value):
				        raise RuntimeError("hijacked")
				error = ValueError("first")
				for i in range(150):
				    try:
				        raise Stubborn(str(i)) from error
				    except Stubborn as caught:
				        error = caught
				raise error
			`,
			Want: Want{Failure: exception, Contains: []string{"exception chain truncated at 100 links"}, Omits: []string{"hijacked"}},
		},
		{
			Name:  "Nested groups of 150 levels are cut at 100",
			Lines: lines{121},
			Program: `
				error = ValueError("inmost")
				for i in range(150):
				    error = ExceptionGroup(f"level {i}", [error])
				raise error
			`,
			Want: fails(exception, "exception chain truncated at 100 links"),
		},
		{
			Name:  "An exception that cannot say its text is named",
			Lines: lines{93},
			Program: `
				class Mute(Exception):
				    def __str__(self):
				        raise RuntimeError("from str")
				    __repr__ = __str__
				raise Mute("x")
			`,
			Want: Want{Failure: exception, Contains: []string{"Mute"}, Omits: []string{"from str"}},
		},
		{
			Name:  "An exception that cannot be rendered is named",
			Lines: lines{94},
			Program: `
				class Meta(type):
				    @property
				    def __module__(cls):
				        raise RuntimeError("hostile")
				class Hostile(Exception, metaclass=Meta):
				    pass
				raise Hostile("x")
			`,
			Want: says(exception, "Hostile: <diagnostic rendering failed>"),
		},
		{
			Name:  "An exception that has no name either is unknown",
			Lines: lines{95},
			Program: `
				class Meta(type):
				    @property
				    def __module__(cls):
				        raise RuntimeError("hostile")
				    __name__ = __module__
				class Hostile(Exception, metaclass=Meta):
				    pass
				raise Hostile("x")
			`,
			Want: says(exception, "<unknown>: <diagnostic rendering failed>"),
		},
		{
			Name:    "An exception's text may hold a lone surrogate",
			Lines:   lines{181},
			Program: `raise ValueError("a\ud800b")`,
			Want:    fails(exception, "ValueError: a"),
		},
		{
			Name:  "A failed task group tells only the program's lines",
			Lines: lines{187},
			Program: `
				import asyncio
				async def broken():
				    raise ValueError("in the group")
				async with asyncio.TaskGroup() as group:
				    group.create_task(broken())
			`,
			Want: Want{Failure: exception, Contains: []string{"ExceptionGroup", "ValueError: in the group", `File "<model>", line 3, in broken`},
				Omits: []string{"taskgroups", "asyncio/"}},
		},
		{
			Name:    "A text of 8 MiB is cut to the value's budget",
			Lines:   lines{207},
			Program: `raise ValueError("x" * (8 << 20))`,
			Limits:  valueLimit(1024),
			Want:    Want{Failure: exception, Contains: []string{"xxx"}, Check: cutMessage(1024)},
		},
		{
			Name:    "A text of control characters is cut by what it costs when spelled",
			Lines:   lines{208},
			Program: `raise ValueError("\0" * (512 << 10))`,
			Limits:  valueLimit(1024),
			Want: Want{Failure: exception, Check: func(o Outcome) error {
				if size := jsonSize([]string{o.Result.Failure.Message}) - len("[]"); size > 1024+8 {
					return fmt.Errorf("the message costs %d bytes when spelled", size)
				}
				return cutMessage(1024)(o)
			}},
		},
		{
			Name:    "A message keeps a budget of 40 bytes, its marker included",
			Lines:   lines{249},
			Program: `raise ValueError("x" * 100)`,
			Limits:  valueLimit(40),
			Want:    Want{Failure: exception, Check: cutMessage(40)},
		},
		{
			Name:    "A budget smaller than the marker leaves the marker alone",
			Lines:   lines{250},
			Program: `raise ValueError("x" * 100)`,
			Limits:  valueLimit(4),
			Want:    says(exception, messageMarker),
		},
		{
			Name: "Long lines of source don't go past the budget",
			Program: `
				x = "` + repeat("y", 100_000) + `"; raise ValueError("long line")
			`,
			Want: Want{Failure: exception},
		},
		{
			Name:  "A runaway recursion is a RecursionError",
			Lines: lines{90},
			Program: `
				def f(n):
				    return f(n + 1) + 1
				f(0)
			`,
			Want: fails(exception, "RecursionError"),
		},
		{
			Name: "A runaway recursion through C is a RecursionError",
			Program: `
				import json
				nested = []
				for _ in range(200_000):
				    nested = [nested]
				said = []
				for attempt in [lambda: repr(nested), lambda: json.dumps(nested), lambda: json.loads("[" * 200_000)]:
				    try:
				        attempt()
				        said.append("done")
				    except RecursionError:
				        said.append("RecursionError")
				while nested:
				    nested = nested[0]
				return said
			`,
			Want: gives(`["RecursionError","RecursionError","RecursionError"]`),
		},
	}
}

// cutMessage checks for a message that was cut to a budget.
func cutMessage(budget int) func(Outcome) error {
	return func(o Outcome) error {
		message := o.Result.Failure.Message
		if len(message) > budget || !strings.HasSuffix(message, messageMarker) {
			return fmt.Errorf("the message must be cut to %d bytes with a marker, it has %d", budget, len(message))
		}
		return nil
	}
}

// limits are the cases about time and memory.
func limits() []Case {
	cpu := func(name string, limits []int, program string) Case {
		return Case{
			Name: name, Lines: limits, Program: program,
			Limits: coderuntime.Limits{CPU: second, Wall: 30 * second},
			Want:   Want{Failure: timeout, Contains: []string{"CPU time exhausted"}, Within: 20 * second},
		}
	}
	wall := func(name string, limits []int, program string) Case {
		return Case{
			Name: name, Lines: limits, Program: program,
			Limits: coderuntime.Limits{Wall: second},
			Want:   Want{Failure: timeout, Message: "wall-clock ceiling reached (1000ms)", Within: 15 * second},
		}
	}
	memory := func(name string, program string, want Want) Case {
		return Case{Name: name, Lines: lines{326}, Program: program, Limits: coderuntime.Limits{Memory: 256 * mib}, Want: want}
	}
	return []Case{
		wall("A busy program ends at the wall limit", lines{147, 319}, "while True:\n    pass"),
		wall("A program that waits for a timer ends at the wall limit", lines{321}, "import asyncio\nawait asyncio.sleep(600)"),
		wall("A program that waits for nothing ends at the wall limit", lines{321}, "import asyncio\nawait asyncio.Future()"),
		wall("A program that waits for the host ends at the wall limit", lines{321}, "await tools.hang(None)"),
		wall("A sleeping program ends at the wall limit", lines{147}, "import time\ntime.sleep(600)"),
		wall("A program in a long C call ends at the wall limit", lines{147}, "sum(range(10**13))"),
		wall("A program that catches everything ends at the wall limit", lines{147},
			"while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"),
		cpu("A busy program ends at the CPU limit", lines{154, 319}, "while True:\n    pass"),
		cpu("A long C call ends at the CPU limit", lines{37}, "sum(range(10**13))"),
		cpu("A regular expression that explodes ends at the CPU limit", lines{37},
			"import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')"),
		cpu("Arithmetic on huge integers ends at the CPU limit", lines{37},
			"x = 3 ** 5_000_000\nwhile True:\n    x * x"),
		cpu("A busy program ends at the CPU limit while a call is pending", lines{319},
			"import asyncio\nasyncio.create_task(tools.hang(None))\nawait asyncio.sleep(0)\nwhile True:\n    pass"),
		cpu("Busy tasks that take turns end at the CPU limit", lines{154},
			"import asyncio\nwhile True:\n    await asyncio.sleep(0)"),
		{
			Name:    "Waiting for the host is not charged as CPU time",
			Lines:   lines{320},
			Program: `return await tools.slow(1500)`,
			Limits:  coderuntime.Limits{CPU: second},
			Want:    gives(`1500`),
		},
		{
			Name:    "Sleeping is not charged as CPU time",
			Lines:   lines{157},
			Program: "import time, asyncio\ntime.sleep(0.8)\nawait asyncio.sleep(0.8)\nreturn 'rested'",
			Limits:  coderuntime.Limits{CPU: second},
			Want:    gives(`"rested"`),
		},
		{
			Name:    "The largest CPU limit there is can be set",
			Lines:   lines{152},
			Program: `return 1`,
			Limits:  coderuntime.Limits{CPU: (1<<63 - 1) / second * second},
			Want:    gives(`1`),
		},
		memory("Memory over the limit is a MemoryError", `x = bytearray(1 << 30)`, fails(exception, "MemoryError")),
		memory("Memory over the limit in small pieces is a MemoryError", `
			held = []
			while True:
			    held.append(bytes(1 << 20))
		`, fails(exception, "MemoryError")),
		memory("Memory over the limit in tiny pieces is a MemoryError", `
			held = []
			while True:
			    held.append([held])
		`, fails(exception, "MemoryError")),
		memory("A MemoryError can be caught and the program goes on", `
			try:
			    x = bytearray(1 << 30)
			except MemoryError:
			    print("caught")
			return len(bytearray(1 << 20))
		`, gives(`1048576`, "caught")),
		memory("Memory that is given back can be used again", `
			for i in range(20):
			    x = bytearray(64 << 20)
			    x[0] = 1
			    del x
			return "done"
		`, gives(`"done"`)),
		memory("A hundred MiB fit a limit of 256", `return len(bytes(100 << 20))`, gives(`104857600`)),
	}
}

// refusedLimits are the cases about limits that no runtime is made with.
func refusedLimits() []Case {
	refuse := func(name string, line int, text string, limits coderuntime.Limits) Case {
		return Case{Name: name, Lines: lines{line, 360}, Limits: limits, Want: Want{Refusal: text}}
	}
	return []Case{
		refuse("A negative CPU limit is refused", 3, "must be a positive number", coderuntime.Limits{CPU: -second}),
		refuse("A CPU limit of one and a half seconds is refused", 4, "must be a positive integer", coderuntime.Limits{CPU: 3 * second / 2}),
		refuse("A negative wall limit is refused", 3, "must be a positive number", coderuntime.Limits{Wall: -second}),
		refuse("A wall limit over its largest is refused", 21, "must not exceed 2147483647", coderuntime.Limits{Wall: coderuntime.MaxWall + 1}),
		refuse("A grace over its largest is refused", 21, "must not exceed 2147481647", coderuntime.Limits{Grace: coderuntime.MaxGrace + 1}),
		refuse("A memory limit below the interpreter's need is refused", 72, "67108864-byte interpreter baseline", coderuntime.Limits{Memory: 64 * mib}),
		refuse("A log budget below 64 bytes is refused", 218, "must be at least 64", logLimit(63)),
		refuse("A log budget over a frame is refused", 7, "must not exceed 67108800", coderuntime.Limits{Log: coderuntime.MaxOutput + 1, Memory: 4096 * mib}),
		refuse("A value budget over a frame is refused", 7, "must not exceed 67108800", coderuntime.Limits{Value: coderuntime.MaxOutput + 1, Memory: 4096 * mib}),
		refuse("A log budget that memory has no room for is refused", 72, "times the 12x", logLimit(48*mib)),
		refuse("A value budget that memory has no room for is refused", 72, "times the 12x", coderuntime.Limits{Value: 50 * mib, Memory: 256 * mib}),
	}
}
