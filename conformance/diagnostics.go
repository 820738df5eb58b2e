package conformance

import (
	"fmt"
	"strings"
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
