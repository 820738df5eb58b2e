package conformance

import (
	"context"
	"encoding/json"
	"time"

	"coderuntime"
)

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
		cpu("A program that does nothing but call ends at the CPU limit", lines{154},
			"while True:\n    await tools.echo(1)"),
		{
			Name:     "What functions use is not charged as CPU time",
			Lines:    lines{320},
			Bindings: with("burn", burn),
			Program:  "for _ in range(75):\n    await tools.burn(None)\nreturn \"done\"",
			Limits:   coderuntime.Limits{CPU: second},
			Want:     gives(`"done"`),
		},
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
		`, fails(exception, "MemoryError")).limited(coderuntime.Limits{Memory: 128 * mib}),
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

// burn uses its thread for twenty milliseconds.
func burn(context.Context, json.RawMessage) (json.RawMessage, error) {
	for start := time.Now(); time.Since(start) < 20*time.Millisecond; {
	}
	return json.RawMessage("null"), nil
}
