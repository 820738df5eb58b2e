package conformance

import (
	"fmt"
	"strings"

	"coderuntime"
)

// users are what people have complained of in systems like this, each as the promise that answers.
func users() []Case {
	return []Case{
		{
			Name:    "Output printed before a timeout is kept",
			Lines:   lines{215, 318},
			Program: "import time\nprint('step 1')\nprint('step 2')\ntime.sleep(600)",
			Limits:  coderuntime.Limits{Wall: second},
			Want:    Want{Failure: timeout, Logs: []string{"step 1", "step 2"}},
		},
		{
			Name:  "No limit is off by default",
			Lines: lines{72, 326, 330},
			Program: `
				said = []
				try:
				    bytearray(1 << 30)
				except MemoryError:
				    said.append("memory")
				for _ in range(1000):
				    print("x" * 1000)
				return said
			`,
			Want: Want{Value: `["memory"]`, AnyLogs: true, Check: cutLogs(65536)},
		},
		{
			Name:    "The default budget of a value is 32 KiB",
			Lines:   lines{330},
			Program: `return "x" * 32_767`,
			Want:    says(outputLimit, "completion value exceeded 32768 bytes"),
		},
		{
			Name:  "Optional and nested arguments reach the host exactly",
			Lines: lines{53, 310},
			Program: `
				await tools.echo({})
				await tools.echo({"query": "x", "limit": None, "filters": {"tags": [], "range": {"from": 0, "to": 1.5}}})
				await tools.echo({"flag": False, "text": "", "list": [[], {}, [None]]})
			`,
			Want: Want{Value: `null`, Calls: []string{
				`tools.echo {}`,
				`tools.echo {"query":"x","limit":null,"filters":{"tags":[],"range":{"from":0,"to":1.5}}}`,
				`tools.echo {"flag":false,"text":"","list":[[],{},[null]]}`,
			}},
		},
		{
			Name:  "Eight calls at once come back to their own awaiters, whatever the order",
			Lines: lines{227, 310},
			Program: `
				import asyncio
				return await asyncio.gather(*[tools.meet({"of": 8, "value": i}) for i in range(8)])
			`,
			Want: gives(`[0,1,2,3,4,5,6,7]`),
		},
		{
			Name:  "A call given up by wait_for doesn't disturb the next",
			Lines: lines{226, 391},
			Program: `
				import asyncio
				try:
				    await asyncio.wait_for(tools.slow(300), 0.05)
				except asyncio.TimeoutError:
				    print("given up")
				answers = [await tools.echo("next"), await tools.slow(400), await tools.echo("last")]
				return answers
			`,
			Want: gives(`["next",400,"last"]`, "given up"),
		},
		{
			Name:  "An exception in the last line keeps every line before it",
			Lines: lines{318},
			Program: `
				for n in range(200):
				    print("step", n)
				missing
			`,
			Want: Want{
				Failure: exception, AnyLogs: true,
				Contains: []string{`File "<model>", line 3, in`, "NameError: name 'missing' is not defined"},
				Check: func(o Outcome) error {
					logs := o.Result.Logs
					if len(logs) != 200 || logs[0] != "step 0" || logs[199] != "step 199" {
						return fmt.Errorf("all lines must be there, got %d", len(logs))
					}
					return nil
				},
			},
		},
		{
			Name:    "A print without a line end is kept when memory runs out",
			Lines:   lines{318},
			Program: "print('line')\nprint('no end', end='')\nx = bytearray(1 << 30)",
			Want:    Want{Failure: exception, Contains: []string{"MemoryError"}, Logs: []string{"line", "no end"}},
		},
		{
			Name:    "A print without a line end is kept when the program leaves",
			Lines:   lines{318},
			Program: "import sys\nprint('line')\nprint('no end', end='')\nsys.exit('why')",
			Want:    Want{Failure: exception, Contains: []string{"SystemExit: why"}, Logs: []string{"line", "no end"}},
		},
		{
			Name:    "What was flushed is kept when the interpreter is gone",
			Lines:   lines{215},
			Program: "import os\nprint('line')\nprint('no end', end='', flush=True)\nos._exit(7)",
			Want:    Want{Failure: workerExit, Contains: []string{"7"}, Logs: []string{"line", "no end"}},
		},
		{
			Name: "A failed call among eight disturbs none of the others",
			Program: `
				import asyncio
				calls = [tools.fail(str(i)) if i % 3 == 1 else tools.meet({"of": 5, "value": i}) for i in range(8)]
				answers = await asyncio.gather(*calls, return_exceptions=True)
				return [str(answer) if isinstance(answer, Exception) else answer for answer in answers]
			`,
			Want: gives(`[0,"1",2,3,"4",5,6,"7"]`),
		},
		{
			Name: "Fifty calls given up one after the other disturb none that follow",
			Program: `
				import asyncio
				for i in range(50):
				    task = asyncio.create_task(tools.hang(i))
				    await asyncio.sleep(0)
				    task.cancel()
				return await asyncio.gather(*[tools.echo(i) for i in range(8)])
			`,
			Want: gives(`[0,1,2,3,4,5,6,7]`),
		},
		{
			Name:    "A module that isn't there says so in one line",
			Program: `import no_such_module`,
			Want: Want{Failure: exception, Check: func(o Outcome) error {
				const want = "ModuleNotFoundError: No module named 'no_such_module'"
				if message := o.Result.Failure.Message; !strings.HasSuffix("\n"+message, "\n"+want) {
					return fmt.Errorf("the last line must be %q, got %q", want, message)
				}
				return nil
			}},
		},
		{
			Name:    "A call that was not awaited is named for what it is",
			Program: `return tools.echo(1)`,
			Want:    Want{Failure: invalidOutput, Contains: []string{"unsupported type (coroutine)"}, AnyLogs: true},
		},
		{
			Name:    "Asking for input is an EOFError",
			Lines:   lines{168},
			Program: `return input("name? ")`,
			Want:    Want{Failure: exception, Contains: []string{"EOFError"}, AnyLogs: true},
		},
		{
			Name:    "A program of a million characters runs",
			Program: "x = 0\n" + repeat("x += 1\n", 50_000) + "text = '" + repeat("é", 300_000) + "'\nreturn [x, len(text)]",
			Want:    gives(`[50000,300000]`),
		},
		{
			Name: "Timers fire in their order and the loop's time goes on",
			Program: `
				import asyncio
				order = []
				async def note(delay, name):
				    await asyncio.sleep(delay)
				    order.append(name)
				await asyncio.gather(note(0.2, "late"), note(0.1, "middle"), note(0, "early"))
				async with asyncio.timeout(5):
				    await asyncio.sleep(0.01)
				return order
			`,
			Want: gives(`["early","middle","late"]`),
		},
		{
			Name: "Queues, locks and events of asyncio work",
			Program: `
				import asyncio
				queue, lock, event, got = asyncio.Queue(), asyncio.Lock(), asyncio.Event(), []
				async def consume():
				    while (item := await queue.get()) is not None:
				        async with lock:
				            got.append(await tools.add({"a": item, "b": 1}))
				    event.set()
				task = asyncio.create_task(consume())
				for item in [1, 2, 3, None]:
				    await queue.put(item)
				await asyncio.wait_for(event.wait(), 10)
				await task
				return got
			`,
			Want: gives(`[2,3,4]`),
		},
		{
			Name: "Async generators and context managers work",
			Program: `
				import contextlib
				@contextlib.asynccontextmanager
				async def session():
				    print("open")
				    yield "s"
				    print("close")
				async def numbers():
				    for i in range(3):
				        yield await tools.echo(i)
				async with session() as s:
				    return [s, [n async for n in numbers()]]
			`,
			Want: gives(`["s",[0,1,2]]`, "open", "close"),
		},
	}
}
