package conformance

import "coderuntime"

// meanwhile are the cases about what goes on in a program while one of its calls waits. Each calls
// meet, which answers nobody before two are there.
func meanwhile() []Case {
	threads := []coderuntime.Capability{coderuntime.Threads}
	processes := []coderuntime.Capability{coderuntime.Processes}
	signals := []coderuntime.Capability{coderuntime.Signals}
	return []Case{
		{
			Name: "A timer is not held up by a call that waits",
			Program: `
				import asyncio
				loop = asyncio.get_running_loop()
				tasks = []
				loop.call_later(0.01, lambda: tasks.append(loop.create_task(tools.meet({"of": 2, "value": 2}))))
				return [await tools.meet({"of": 2, "value": 1}), await tasks[0]]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name: "A callback that is due is not held up by a call that waits",
			Program: `
				import asyncio
				loop = asyncio.get_running_loop()
				tasks = []
				loop.call_soon(lambda: tasks.append(loop.create_task(tools.meet({"of": 2, "value": 2}))))
				return [await tools.meet({"of": 2, "value": 1}), await tasks[0]]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name:  "A thread that ends is not held up by a call that waits",
			Needs: threads,
			Program: `
				import asyncio, time
				async def later():
				    await asyncio.to_thread(time.sleep, 0.05)
				    return await tools.meet({"of": 2, "value": 2})
				task = asyncio.create_task(later())
				await asyncio.sleep(0)
				return [await tools.meet({"of": 2, "value": 1}), await task]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name:  "A watched file is not held up by a call that waits",
			Needs: processes,
			Program: `
				import asyncio, os
				loop = asyncio.get_running_loop()
				ours, theirs = os.pipe()
				tasks = []
				def arrived():
				    loop.remove_reader(ours)
				    tasks.append(loop.create_task(tools.meet({"of": 2, "value": 2})))
				loop.add_reader(ours, arrived)
				os.write(theirs, b"x")
				return [await tools.meet({"of": 2, "value": 1}), await tasks[0]]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name:  "A child process that ends is not held up by a call that waits",
			Needs: processes,
			Program: `
				import asyncio, sys
				async def later():
				    child = await asyncio.create_subprocess_exec(sys.executable, "-I", "-S", "-c", "")
				    await child.wait()
				    return await tools.meet({"of": 2, "value": 2})
				task = asyncio.create_task(later())
				return [await tools.meet({"of": 2, "value": 1}), await task]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name:  "A handled signal is not held up by a call that waits",
			Needs: signals,
			Program: `
				import asyncio, signal
				loop = asyncio.get_running_loop()
				tasks = []
				loop.add_signal_handler(signal.SIGALRM, lambda: tasks.append(loop.create_task(tools.meet({"of": 2, "value": 2}))))
				signal.setitimer(signal.ITIMER_REAL, 0.02)
				return [await tools.meet({"of": 2, "value": 1}), await tasks[0]]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name:  "A handler that wakes the loop itself is not held up by a call that waits",
			Needs: signals,
			Program: `
				import asyncio, signal
				loop = asyncio.get_running_loop()
				tasks = []
				def start():
				    tasks.append(loop.create_task(tools.meet({"of": 2, "value": 2})))
				signal.signal(signal.SIGALRM, lambda *_: loop.call_soon_threadsafe(start))
				signal.setitimer(signal.ITIMER_REAL, 0.02)
				return [await tools.meet({"of": 2, "value": 1}), await tasks[0]]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name: "Tasks that start before their turn wait for their calls at once",
			Program: `
				import asyncio
				factory = getattr(asyncio, "eager_task_factory", None)  # of 3.12
				asyncio.get_running_loop().set_task_factory(factory)
				first = asyncio.create_task(tools.meet({"of": 2, "value": 1}))
				second = asyncio.create_task(tools.meet({"of": 2, "value": 2}))
				return [await first, await second]
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name: "Calls that a program steps by hand wait at once",
			Program: `
				import asyncio
				first, second = tools.meet({"of": 2, "value": 1}), tools.meet({"of": 2, "value": 2})
				first.send(None), second.send(None)
				await asyncio.sleep(0.1)
				answers = []
				for call in first, second:
				    try:
				        call.send(None)
				    except StopIteration as end:
				        answers.append(end.value)
				return answers
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name: "A task that has been cancelled does not wait for its call",
			Program: `
				import asyncio
				asyncio.current_task().cancel()
				try:
				    await tools.hang(None)
				except asyncio.CancelledError:
				    return "cancelled"
			`,
			Want: gives(`"cancelled"`),
		},
		{
			Name: "A loop that has been stopped does not wait for a call",
			Program: `
				import asyncio
				asyncio.get_running_loop().stop()
				await tools.hang(None)
			`,
			Want: Want{Failure: exception},
		},
		{
			Name: "A call that takes long is answered, and so are those after it",
			Program: `
				return [await tools.slow(50), await tools.echo(1), await tools.slow(1), await tools.slow(30)]
			`,
			Want: gives(`[50,1,1,30]`),
		},
		{
			Name:  "Calls are answered when the program has made reads of the channel not wait",
			Needs: processes,
			Program: `
				import os
				os.set_blocking(3, False)
				return [await tools.slow(20), await tools.echo(1), len(await tools.sized(1 << 20))]
			`,
			Want: gives(`[20,1,1048576]`),
		},
	}
}
