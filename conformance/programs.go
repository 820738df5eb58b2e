package conformance

import (
	"context"
	"fmt"

	"coderuntime"
)

// programs are the cases about what a program is and what it finds around it.
func programs() []Case {
	return []Case{
		{
			Name:    "The runtime speaks Python and names its isolation",
			Lines:   lines{1, 308},
			Program: `return 1`,
			Want:    gives(`1`),
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				if rt.Language() != "python" || rt.Isolation() == "" {
					return coderuntime.Result{}, fmt.Errorf("language %q, isolation %q", rt.Language(), rt.Isolation())
				}
				return rt.Run(ctx, req)
			},
		},
		{
			Name:  "A program prints and returns",
			Lines: lines{51, 309},
			Program: `
				x = 40
				y = x + 2
				print("hello", y)
				return {"answer": y}
			`,
			Want: gives(`{"answer":42}`, "hello 42"),
		},
		{
			Name:    "A program need not await anything",
			Lines:   lines{61},
			Program: `return 2 + 2`,
			Want:    gives(`4`),
		},
		{
			Name:  "A program awaits at its top level",
			Lines: lines{51},
			Program: `
				import asyncio
				async def double(x):
				    await asyncio.sleep(0)
				    return 2 * x
				return await double(4) + sum(await asyncio.gather(double(1), double(2)))
			`,
			Want: gives(`14`),
		},
		{
			Name:    "Returning None is a value: null",
			Lines:   lines{62},
			Program: `return None`,
			Want:    gives(`null`),
		},
		{
			Name:    "Falling off the end is null",
			Lines:   lines{62},
			Program: `x = 1`,
			Want:    gives(`null`),
		},
		{
			Name:    "An empty program is null",
			Lines:   lines{62},
			Program: ``,
			Want:    gives(`null`),
		},
		{
			Name:    "A program that is one comment is null",
			Lines:   lines{62},
			Program: `# nothing to do`,
			Want:    gives(`null`),
		},
		{
			Name:    "Source text need not be ASCII",
			Lines:   lines{36},
			Program: "naïve = \"日本 😀 é\"\nprint(naïve)\nreturn [naïve, len(naïve)]",
			Want:    gives(`["日本 😀 é",6]`, "日本 😀 é"),
		},
		{
			Name:    "Carriage returns and tabs in source are fine",
			Program: "if True:\r\n\tx = 1\r\n\tx += 1\r\nreturn x\r\n",
			Want:    gives(`2`),
		},
		{
			Name:    "A string literal over several lines stays as written",
			Program: "text = \"\"\"a\n  b\n\tc\n\"\"\"\nreturn text",
			Want:    gives(`"a\n  b\n\tc\n"`),
		},
		{
			Name:  "The globals are what the contract names and nothing else",
			Lines: lines{34},
			Program: `
				x = 1
				return [sorted(globals()), __name__]
			`,
			Want: gives(`[["__builtins__","__coderuntime_main__","__name__","tools"],"__main__"]`),
		},
		{
			Name: "Variables belong to the program's function, and global makes them global",
			Program: `
				global shared
				shared = 1
				own = 2
				def read():
				    return [shared, own]
				return [read(), "shared" in globals(), "own" in globals()]
			`,
			Want: gives(`[[1,2],true,false]`),
		},
		{
			Name:  "Standard input is empty",
			Lines: lines{34, 168},
			Program: `
				import sys
				return [sys.stdin.read(), sys.stdin.readline()]
			`,
			Want: gives(`["",""]`),
		},
		{
			Name:  "The environment holds nothing of the host",
			Lines: lines{52, 315},
			Program: `
				import os
				return sorted(set(os.environ) - {"TMPDIR", "LC_CTYPE"})
			`,
			Want: gives(`[]`),
		},
		{
			Name:  "Annotations are objects, not strings",
			Lines: lines{169},
			Program: `
				def f(x: int) -> str: ...
				return [f.__annotations__["x"] is int, f.__annotations__["return"] is str]
			`,
			Want: gives(`[true,true]`),
		},
		{
			Name: "A temporary file can be written and read",
			Program: `
				import tempfile, os
				with tempfile.TemporaryDirectory() as directory:
				    path = os.path.join(directory, "note.txt")
				    with open(path, "w") as file:
				        file.write("kept")
				    with open(path) as file:
				        return file.read()
			`,
			Want: gives(`"kept"`),
		},
		{
			Name: "The usual modules work",
			Program: `
				import json, re, datetime, decimal, dataclasses, statistics, csv, hashlib, asyncio, io, math
				import collections, itertools, functools, textwrap, base64, fractions, urllib.parse, uuid, random

				@dataclasses.dataclass
				class Point:
				    x: int
				    y: int

				await asyncio.sleep(0)
				rows = list(csv.DictReader(io.StringIO("a,b\n1,2\n3,4\n")))
				return {
				    "json": json.loads(json.dumps({"k": [1, None, True]})),
				    "re": re.findall(r"\d+", "a1b22"),
				    "datetime": (datetime.date(2024, 2, 28) + datetime.timedelta(days=2)).isoformat(),
				    "decimal": str(decimal.Decimal("0.1") + decimal.Decimal("0.2")),
				    "dataclasses": dataclasses.asdict(Point(1, 2)),
				    "statistics": statistics.median([3, 1, 2]),
				    "csv": rows,
				    "hashlib": hashlib.sha256(b"abc").hexdigest()[:16],
				    "math": math.comb(10, 3),
				    "counter": dict(collections.Counter("hello")),
				    "itertools": ["".join(p) for p in itertools.permutations("abc", 2)],
				    "functools": functools.reduce(lambda a, b: a * b, range(1, 6)),
				    "textwrap": textwrap.shorten("one two three", 9, placeholder="…"),
				    "base64": base64.b64encode(b"hi").decode(),
				    "fractions": str(fractions.Fraction(1, 3) + fractions.Fraction(1, 6)),
				    "urllib": urllib.parse.quote("a b/ü"),
				    "uuid": str(uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")),
				    "random": random.Random(7).randint(1, 100),
				}
			`,
			Want: gives(`{"json":{"k":[1,null,true]},"re":["1","22"],"datetime":"2024-03-01","decimal":"0.3",` +
				`"dataclasses":{"x":1,"y":2},"statistics":2,"csv":[{"a":"1","b":"2"},{"a":"3","b":"4"}],` +
				`"hashlib":"ba7816bf8f01cfea","math":120,"counter":{"h":1,"e":1,"l":2,"o":1},` +
				`"itertools":["ab","ac","ba","bc","ca","cb"],"functools":120,"textwrap":"one two…","base64":"aGk=",` +
				`"fractions":"1/2","urllib":"a%20b/%C3%BC","uuid":"aad03681-8b63-5304-89e0-8ca8f49461b5","random":42}`),
		},
		{
			Name:  "A run leaves no state behind for the next",
			Lines: lines{363},
			Program: `
				import builtins, json, os, sys, tempfile
				path = os.path.join(tempfile.gettempdir(), "left-behind")
				seen = [hasattr(builtins, "mark"), hasattr(json, "mark"), "mark" in sys.modules,
				        "MARK" in os.environ, os.path.exists(path)]
				builtins.mark = json.mark = True
				sys.modules["mark"] = json
				os.environ["MARK"] = "1"
				open(path, "w").close()
				sys.setrecursionlimit(200)
				return seen
			`,
			Want: gives(`[false,false,false,false,false]`),
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				if result, err := rt.Run(ctx, coderuntime.Request{Program: req.Program}); err != nil || result.Failure != nil {
					return result, err
				}
				return rt.Run(ctx, req)
			},
		},
		{
			Name: "What is random differs from run to run",
			Program: `
				import os, random, uuid, secrets
				return [random.random(), os.urandom(8).hex(), uuid.uuid4().hex, secrets.token_hex(8)]
			`,
			Want: Want{Value: AnyValue},
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				first, err := rt.Run(ctx, coderuntime.Request{Program: req.Program})
				if err != nil {
					return first, err
				}
				second, err := rt.Run(ctx, req)
				if err == nil && string(first.Value) == string(second.Value) {
					err = fmt.Errorf("two runs drew the same: %s", first.Value)
				}
				return second, err
			},
		},
		{
			Name:    "Source may be nested fifty levels deep",
			Program: "return " + repeat("[", 50) + repeat("]", 50),
			Want:    gives(repeat("[", 50) + repeat("]", 50)),
		},
		{
			Name: "The clock goes on",
			Program: `
				import time
				start, monotonic = time.time(), time.monotonic()
				time.sleep(0.05)
				return [start > 1_600_000_000, time.time() > start, time.monotonic() - monotonic >= 0.04]
			`,
			Want: gives(`[true,true,true]`),
		},
	}
}

// badPrograms are the cases about programs that do not compile, or that leave in unusual ways.
func badPrograms() []Case {
	refused := func(name, program, word string) Case {
		return Case{Name: name, Lines: lines{89, 314}, Program: program, Want: fails(exception, word)}
	}
	cases := []Case{
		{
			Name:    "A syntax error is an exception that names the program's file",
			Lines:   lines{89},
			Program: `return (`,
			Want:    fails(exception, "SyntaxError", `File "<model>"`, "line 1"),
		},
		refused("Wrong indentation is a syntax error", "x = 1\n  y = 2", "IndentationError"),
		refused("A star import is a syntax error", "from math import *", "SyntaxError"),
		refused("A future import is a syntax error", "x = 1\nfrom __future__ import annotations", "SyntaxError"),
		refused("A nonlocal name at the top is a syntax error", "nonlocal x", "SyntaxError"),
		refused("A break outside of a loop is a syntax error", "break", "SyntaxError"),
		refused("A yield with a returned value is a syntax error", "yield 1\nreturn 2", "SyntaxError"),
		refused("A byte order mark is a syntax error", "\ufeffreturn 1", "SyntaxError"),
		refused("A NUL in the source is an error", "return 1 # \x00", "Error"),
		refused("A yield at the top is an exception", "yield 1", "TypeError"),
		refused("Source that is nested too deep doesn't compile",
			"return "+repeat("(", 5000)+"1"+repeat(")", 5000), "Error: "),
		refused("Leaving with sys.exit is an exception", "import sys\nsys.exit(3)", "SystemExit: 3"),
		refused("A raised KeyboardInterrupt is an exception", "raise KeyboardInterrupt", "KeyboardInterrupt"),
		refused("A second event loop is an exception",
			"import asyncio\nasync def f(): pass\ncoro = f()\ntry:\n    asyncio.run(coro)\nfinally:\n    coro.close()", "RuntimeError"),
		refused("Cancelling the program's own task is an exception",
			"import asyncio\nasyncio.current_task().cancel()\nawait asyncio.sleep(1)", "CancelledError"),
	}
	return append(cases,
		Case{
			Name: "Leaving with sys.exit from a task fails the run",
			Program: `
				import asyncio, sys
				async def leave():
				    sys.exit(3)
				asyncio.create_task(leave())
				await asyncio.sleep(30)
			`,
			Want: Want{Failure: exception, AnyLogs: true, Within: 20 * second},
		},
		Case{
			Name: "Stopping the loop fails the run",
			Program: `
				import asyncio
				asyncio.get_running_loop().stop()
				await asyncio.sleep(30)
			`,
			Want: Want{Failure: exception, AnyLogs: true, Within: 20 * second},
		},
		Case{
			Name: "A failed task that nobody awaits doesn't fail the run",
			Program: `
				import asyncio
				async def broken():
				    raise ValueError("nobody looks")
				asyncio.create_task(broken())
				await asyncio.sleep(0)
				return "done"
			`,
			Want: Want{Value: `"done"`, AnyLogs: true},
		},
		Case{
			Name:    "Leaving with os._exit is a worker exit that names the code",
			Lines:   lines{153, 327},
			Program: "import os\nos._exit(7)",
			Want:    fails(workerExit, "code=7"),
		},
		Case{
			Name:    "Leaving with os._exit(0) is a worker exit too",
			Lines:   lines{153, 327},
			Program: "import os\nos._exit(0)",
			Want:    fails(workerExit, "code=0"),
		},
	)
}
