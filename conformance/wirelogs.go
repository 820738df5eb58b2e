package conformance

import (
	"fmt"
	"strings"

	"coderuntime"
)

// wireLogs are the cases about log frames that a program forges.
func wireLogs() []Case {
	as := func(n int) string { return repeat("a", n) }
	at64 := func(name string, line int, program string, logs ...string) Case {
		return forging(name, lines{line}, program, gives(`null`, logs...)).limited(logLimit(64))
	}
	return []Case{
		forging("A frame may come in two writes behind a whole one", lines{124}, `
			send(b'{"type":"log","text":"one"}\n{"type":"log",')
			send(b'"text":"two"}\n')
		`, gives(`null`, "one", "two")),
		forging("A frame may come in 60,000 writes of a byte", lines{206}, `
			frame = b'{"type":"log","text":"' + b"x" * 60_000 + b'"}\n'
			for byte in frame:
			    os.write(3, bytes([byte]))
			return "done"
		`, gives(`"done"`, repeat("x", 60_000))).limited(logLimit(512 * kib)),
		forging("A log frame with surrogates is charged as it is spelled", lines{73}, `
			send('{"type":"log","text":"' + "\\ud800" * 1000 + '"}')
		`, gives(`null`, marker(4096))).limited(logLimit(4096)),
		forging("A lone surrogate in a log frame is replaced", lines{73}, `
			send('{"type":"log","text":"a\\ud800b"}')
		`, gives(`null`, "a\ufffdb")),
		at64("A log frame with NULs is charged as it is spelled", 247, `
			send('{"type":"log","text":"' + "\\u0000" * 11 + '"}')
		`, marker(64)),
		forging("A log frame of 4 MiB of NULs is the marker", lines{246}, `
			send('{"type":"log","text":"' + "\\u0000" * (4 << 20) + '"}')
		`, gives(`null`, marker(65536))),
		forging("A flood of log frames goes no further than the budget", lines{343}, `
			for _ in range(2000):
			    send('{"type":"log","text":"' + "x" * 100 + '"}')
		`, Want{Value: `null`, AnyLogs: true, Check: cutLogs(1024)}).limited(logLimit(1024)),
		forging("Only true means truncated", lines{204, 272}, `
			send('{"type":"log","text":"one","truncated":"yes"}', '{"type":"log","text":"two","truncated":1}',
			     '{"type":"log","text":"three","truncated":false}', '{"type":"log","text":"four","truncated":null}')
		`, gives(`null`, "one", "two", "three", "four")),
		forging("A forged cut is one marker of the host's and nothing of its text", lines{204}, `
			send('{"type":"log","text":"kept"}', '{"type":"log","text":"mine","truncated":true}',
			     '{"type":"log","text":"mine too","truncated":true}', '{"type":"log","text":"late"}')
		`, gives(`null`, "kept", marker(65536))),
		forging("The text of a forged cut may be of any size", lines{205}, `
			send('{"type":"log","text":"' + "x" * (1 << 20) + '","truncated":true}')
		`, gives(`null`, marker(65536))),
		forging("An open entry that is never closed is an entry at the end", lines{103}, `
			send('{"type":"log","text":"x","open":true}')
			for _ in range(3000):
			    send('{"type":"log","text":"a","open":true}')
		`, gives(`null`, "x"+as(3000))),
		forging("An open entry may go on with nothing", lines{105}, `
			send('{"type":"log","text":"x","open":true}', '{"type":"log","text":"","open":true}', '{"type":"log","text":"y"}')
		`, gives(`null`, "xy")),
		forging("An open entry of 3000 parts is one entry", lines{106}, `
			send('{"type":"log","text":"x","open":true}')
			send(*['{"type":"log","text":"a","open":true}'] * 3000)
			send('{"type":"log","text":"y"}')
		`, gives(`null`, "x"+as(3000)+"y")),
		forging("Only true means open", lines{292}, `
			send('{"type":"log","text":"one","open":1}', '{"type":"log","text":"two","open":"true"}', '{"type":"log","text":"three","open":null}')
		`, gives(`null`, "one", "two", "three")),
		at64("An open entry keeps what fits", 107, `
			send(*['{"type":"log","text":"a","open":true}'] * 2000)
		`, as(60), marker(64)),
		forging("What is paid of an open entry comes before the marker", lines{108}, `
			send(*['{"type":"log","text":"p","open":true}'] * 2000)
			send('{"type":"log","text":"' + "x" * 70_000 + '","open":true}')
		`, gives(`null`, repeat("p", 2000), marker(65536))),
		at64("The end of an open entry behind the cut has no effect", 110, `
			send(*['{"type":"log","text":"a","open":true}'] * 2000)
			send('{"type":"log","text":"end"}')
		`, as(60), marker(64)),
		at64("An open part that doesn't fit leaves the marker alone", 113, `
			send('{"type":"log","text":"' + "a" * 61 + '","open":true}')
		`, marker(64)),
		at64("An entry that begins with almost nothing left leaves the marker", 116, `
			send('{"type":"log","text":"' + "a" * 28 + '","open":true}', '{"type":"log","text":"' + "a" * 31 + '"}',
			     '{"type":"log","text":"x","open":true}')
		`, as(59), marker(64)),
	}
}

// wireCaps are the cases about the size of frames, and of the messages in them.
func wireCaps() []Case {
	forgedMessage := func(name string, line int, size coderuntime.ByteSize, text, want string) Case {
		return forging(name, lines{line, 348}, `
			send('{"type":"done","error":{"kind":"exception","message":"' + `+text+` + '"}}')
			await tools.hang(None)
		`, says(exception, want)).limited(valueLimit(size))
	}
	tooLong := func(name string, numbers lines, program string) Case {
		return forging(name, numbers, program, says(workerExit, "protocol frame exceeded 67108864 bytes on fd 3"))
	}
	return []Case{
		forgedMessage("A forged message of 48 MiB is cut", 248, 64, `"E" * (48 << 20)`, repeat("E", 49)+messageMarker),
		forgedMessage("A forged message is cut to exactly its budget", 249, 40, `"E" * 100`, repeat("E", 25)+messageMarker),
		forgedMessage("A budget smaller than the marker leaves a forged message the marker", 250, 4, `"E" * 100`, messageMarker),
		forgedMessage("A forged message is cut between two characters", 251, 32, `"A" * 32 + "😀"`, repeat("A", 17)+messageMarker),
		forgedMessage("A forged message that fits in bytes is left", 252, 64, `"漢字漢字漢字"`, "漢字漢字漢字"),
		forgedMessage("A forged message of wide characters is cut between two", 253, 66, `"E" + "😀" * 40`, "E"+repeat("😀", 12)+messageMarker),
		forgedMessage("A lone surrogate in a forged message is replaced", 253, 64, `"a\\ud800b"`, "a\ufffdb"),
		tooLong("A frame of 65 MiB ends the run", lines{100, 337}, `
			send('{"type":"log","text":"' + "x" * (65 << 20) + '"}')
			time.sleep(600)
		`),
		tooLong("A frame four bytes over the cap ends the run", lines{254, 338}, `
			send(b"x" * ((64 << 20) + 4), b"\n")
			time.sleep(600)
		`),
		tooLong("A flood without line ends ends the run before its time", lines{244, 255}, `
			block = b"x" * (1 << 20)
			while True:
			    send(block)
		`),
		tooLong("A frame over the cap in pieces of 4 KiB ends the run", lines{257}, `
			for _ in range(16384):
			    os.write(3, b"x" * 4096)
			send(b"x" * 12289, b"\n")
			time.sleep(600)
		`),
		forging("A line of exactly the cap is dropped and the frame behind it is taken", lines{256, 337}, `
			send(b"x" * (64 << 20), b"\n", '{"type":"log","text":"behind"}')
			return "done"
		`, gives(`"done"`, "behind")),
	}
}

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
