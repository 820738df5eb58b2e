package conformance

import (
	"context"
	"fmt"

	"coderuntime"
)

// processes are the cases about what only a process can do: start others, and trap signals.
func processes() []Case {
	burn := func(name string, number int, program string) Case {
		return Case{
			Name: name, Lines: lines{number}, Program: "import os, signal, time\n" + dedent(program),
			Limits: coderuntime.Limits{CPU: second, Wall: 30 * second, Grace: second / 5},
			Needs:  capabilities{coderuntime.Signals},
			Want:   Want{Failure: timeout, Contains: []string{"CPU time exhausted"}, AnyLogs: true},
		}
	}
	cases := []Case{
		burn("A program that masks SIGXCPU and returns late has no value", 47, `
			signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])
			while time.process_time() < 1.1:
			    pass
			return "late"
		`),
		burn("A program that traps and masks SIGXCPU and returns late has no value", 49, `
			signal.signal(signal.SIGXCPU, lambda *args: None)
			signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])
			while time.process_time() < 1.1:
			    pass
			return "late"
		`),
		burn("A program that traps SIGXCPU and returns late has no value", 162, `
			signal.signal(signal.SIGXCPU, lambda *args: None)
			while time.process_time() < 1.1:
			    pass
			return "late"
		`),
		burn("A program that rebinds what measures it and returns late has no value", 161, `
			import resource
			signal.signal(signal.SIGXCPU, lambda *args: None)
			burnt = time.process_time
			resource.getrusage = os.kill = signal.signal = os.getpid = signal.pthread_sigmask = lambda *args: None
			while burnt() < 1.1:
			    pass
			return "late"
		`),
	}
	return append(cases,
		Case{
			Name: "A program that ignores SIGXCPU ends", Lines: lines{160},
			Program: "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True:\n    pass",
			Limits:  coderuntime.Limits{CPU: second, Wall: 30 * second},
			Needs:   capabilities{coderuntime.Signals},
			Want:    Want{Failure: timeout, OrFailure: kinds{workerExit}, Within: 20 * second},
		},
		Case{
			Name: "A program that kills itself is a worker exit that names the signal", Lines: lines{155},
			Program: "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
			Needs:   capabilities{coderuntime.Signals},
			Want:    fails(workerExit, "SIGKILL"),
		},
		Case{
			Name: "A program that ignores SIGTERM ends at the wall limit", Lines: lines{173},
			Program: "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)",
			Limits:  coderuntime.Limits{Wall: second, Grace: second / 5},
			Needs:   capabilities{coderuntime.Signals},
			Want:    Want{Failure: timeout, Within: 15 * second},
		},
		Case{
			Name: "Closing waits out a program that ignores SIGTERM", Lines: lines{165},
			Program: "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('live')\ntime.sleep(600)",
			Limits:  coderuntime.Limits{Grace: 2 * second / 5},
			Needs:   capabilities{coderuntime.Signals},
			Want:    Want{Failure: abort, Message: "runtime disposed", Logs: []string{"live"}},
			Closes:  true,
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				r, waited, err := closeWhenLive(ctx, rt, req)
				if err == nil && waited < 3*second/10 {
					err = fmt.Errorf("Close waited only %v", waited)
				}
				return r, err
			},
		},
		Case{
			Name: "The output of a started process is captured", Lines: lines{242},
			Program: "import subprocess\nsubprocess.run(['/bin/sh', '-c', 'echo out; echo err >&2'], check=True)\nreturn 'done'",
			Needs:   capabilities{coderuntime.Processes},
			Want: Want{Value: `"done"`, AnyLogs: true, Check: func(o Outcome) error {
				if len(o.Result.Logs) != 2 {
					return fmt.Errorf("there must be two entries")
				}
				return contain("out", "err")(o)
			}},
		},
		Case{
			Name: "A forked child that leaves doesn't end the run", Lines: lines{157},
			Program: `
				import os
				child = os.fork()
				if child == 0:
				    os._exit(3)
				return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
			`,
			Needs: capabilities{coderuntime.Processes},
			Want:  Want{Value: `3`, AnyLogs: true},
		},
		Case{
			Name: "A program that becomes another is a worker exit", Lines: lines{327},
			Program: "import os\nos.execv('/bin/sh', ['sh', '-c', 'exit 5'])",
			Needs:   capabilities{coderuntime.Processes},
			Want:    fails(workerExit, "code=5"),
		},
		Case{
			Name: "A pool of spawned processes works", Lines: lines{35},
			Program: `
				from concurrent.futures import ProcessPoolExecutor
				from multiprocessing import get_context
				with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
				    return pool.submit(int, "42").result()
			`,
			Needs: capabilities{coderuntime.Processes, coderuntime.Threads},
			Want:  gives(`42`),
		},
		Case{
			Name: "The time of finished child processes counts", Lines: lines{156},
			Program: `
				import subprocess, sys
				busy = "import time\nwhile time.process_time() < 0.7: pass"
				for _ in range(2):
				    subprocess.run([sys.executable, "-I", "-c", busy])
				return "late"
			`,
			Limits: coderuntime.Limits{CPU: second},
			Needs:  capabilities{coderuntime.Processes},
			Want:   Want{Failure: timeout, OrFailure: kinds{workerExit}},
		},
		Case{
			Name: "A process that left the group and holds the pipes doesn't hold the run", Lines: lines{166},
			Program: `
				import subprocess, sys
				subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(30)"], start_new_session=True)
				return "escaped"
			`,
			Limits: coderuntime.Limits{Grace: second / 10},
			Needs:  capabilities{coderuntime.Processes},
			Want:   Want{Value: `"escaped"`, Within: 20 * second},
		},
		Case{
			Name: "What such a process leaves unfinished on the pipes is kept", Lines: lines{167},
			Program: `
				import os, subprocess, sys
				os.write(2, b"unfinished")
				subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(30)"], start_new_session=True)
				return "escaped"
			`,
			Limits: coderuntime.Limits{Grace: second / 10},
			Needs:  capabilities{coderuntime.Processes},
			Want:   gives(`"escaped"`, "unfinished"),
		},
	)
}

// threads are the cases about programs with threads.
func threads() []Case {
	threaded := func(name string, number int, program string, want Want) Case {
		return Case{
			Name: name, Lines: lines{number}, Program: program, Want: want,
			Needs: capabilities{coderuntime.Threads},
		}
	}
	large := threaded("A printing thread doesn't disturb a large value", 188, `
		import threading
		def chatter():
		    while True:
		        print("chatter")
		threading.Thread(target=chatter, daemon=True).start()
		return "v" * 300_000
	`, Want{Value: `"` + repeat("v", 300_000) + `"`, AnyLogs: true})
	large.Limits = valueLimit(512 * kib)

	race := threaded("Threads that print while the program returns don't lose its value", 189, `
		import sys, threading
		def chatter():
		    while True:
		        sys.stdout.write("chatter ")
		for _ in range(4):
		    threading.Thread(target=chatter, daemon=True).start()
		return "settled"
	`, Want{Value: `"settled"`, AnyLogs: true})
	race.Drive = func(ctx context.Context, rt runtime, req request) (result, error) {
		for range 4 {
			silent := request{Program: req.Program}
			if r, err := rt.Run(ctx, silent); err != nil || r.Failure != nil {
				return r, err
			}
		}
		return rt.Run(ctx, req)
	}
	return []Case{
		large, race,
		threaded("A thread may call the host through a loop of its own", 190, `
			import asyncio, threading
			answers = []
			thread = threading.Thread(target=lambda: answers.append(asyncio.run(tools.echo("from a thread"))))
			thread.start()
			while thread.is_alive():
			    await asyncio.sleep(0.01)
			return answers
		`, gives(`["from a thread"]`)),
		threaded("Threads that call the host at once get their own answers", 190, `
			import asyncio, threading
			answers = {}
			def work(n):
			    async def calls():
			        return [await tools.echo([n, i]) for i in range(50)]
			    answers[n] = asyncio.run(calls())
			threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
			for thread in threads:
			    thread.start()
			while any(thread.is_alive() for thread in threads):
			    await asyncio.sleep(0.01)
			return all(answers[n] == [[n, i] for i in range(50)] for n in range(4))
		`, gives(`true`)),
		threaded("An answer for a loop that is closed disturbs nobody", 191, `
			import asyncio, threading
			def work():
			    try:
			        asyncio.run(asyncio.wait_for(tools.slow(200), 0.02))
			    except asyncio.TimeoutError:
			        pass
			thread = threading.Thread(target=work)
			thread.start()
			while thread.is_alive():
			    await asyncio.sleep(0.01)
			return [await tools.slow(300), await tools.echo("alive")]
		`, gives(`[300,"alive"]`)),
		threaded("The same holds when RuntimeError is rebound", 192, `
			import asyncio, builtins, threading
			class Other(Exception): pass
			def work():
			    try:
			        asyncio.run(asyncio.wait_for(tools.slow(200), 0.02))
			    except asyncio.TimeoutError:
			        pass
			thread = threading.Thread(target=work)
			thread.start()
			while thread.is_alive():
			    await asyncio.sleep(0.01)
			builtins.RuntimeError = Other
			return [await tools.slow(300), await tools.echo("alive")]
		`, gives(`[300,"alive"]`)),
		threaded("A thread that runs on doesn't hold the run", 188, `
			import threading, time
			threading.Thread(target=time.sleep, args=(600,)).start()
			return "done"
		`, Want{Value: `"done"`, Within: 20 * second}),
	}
}
