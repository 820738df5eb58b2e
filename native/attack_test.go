//go:build linux

package native

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

const everyBuiltin = "every builtin"

// rebindings replace what the guest is made of, as far as a program can name it.
var rebindings = map[string]string{
	"nothing": "",
	everyBuiltin: `
import builtins
def boom(*args, error=SystemError, **named): raise error("hijacked")
table = vars(builtins)
for name in list(table):
    if name not in ("__build_class__", "__import__", "__name__", "__doc__", "__package__", "__loader__", "__spec__", "__debug__"):
        table[name] = boom`,
	"exception classes": `
import builtins
class Other: pass
builtins.BaseException = builtins.Exception = builtins.RuntimeError = builtins.OSError = Other`,
	"functions of os": `
import os, posix
def boom(*args): raise SystemError("hijacked")
for module in (os, posix):
    for name in ("read", "write", "_exit", "kill", "getpid", "fsencode"): setattr(module, name, boom)`,
	"modules": `
import sys
for name in list(sys.modules):
    if name not in ("sys", "builtins", "__main__"): del sys.modules[name]`,
	"functions of asyncio": `
import asyncio, asyncio.events
def boom(*args): raise SystemError("hijacked")
asyncio.get_running_loop = asyncio.events.get_running_loop = asyncio.events._get_running_loop = asyncio.run = boom
asyncio.Future = asyncio.Task = None`,
	"functions of other modules that the guest uses": `
import ast, io, json, marshal, resource, signal, traceback, collections, decimal
def boom(*args, **named): raise SystemError("hijacked")
ast.parse = json.loads = json.dumps = marshal.loads = resource.getrusage = boom
signal.signal = signal.pthread_sigmask = traceback.TracebackException = traceback.StackSummary = collections.deque = boom
decimal.getcontext().prec = 1`,
	"names of the main module": `
import __main__
def boom(*args, **named): raise SystemError("hijacked")
for name in ("session", "Session", "Channel", "Calls", "Ledger", "encode", "decode", "describe", "cap", "error_frame",
             "start", "write", "flush", "os", "asyncio", "memoryview", "setattr", "Exception", "RuntimeError", "BaseException",
             "Rejected", "NotLossless", "TooLarge", "UNRENDERABLE_DONE", "codes", "namespace", "load"):
    __main__.__dict__[name] = boom`,
	"the streams": `
import sys
sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None`,
	"hooks of the interpreter": `
import sys, threading
def boom(*args): raise SystemError("hijacked")
sys.excepthook = sys.unraisablehook = threading.excepthook = sys.displayhook = boom
sys.setrecursionlimit(60)`,
}

func TestAProgramThatRebindsWhatItCanReachStillGetsItsOwnOutcome(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 20 * time.Second, Grace: quickGrace}})
	host := coderuntime.Namespace{
		Global:     "host",
		ErrorClass: &coderuntime.ErrorClass{Name: "HostError", MemberNameProperty: "member"},
		Functions: map[string]coderuntime.Function{
			"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
			"fail": func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, assert.AnError },
		},
	}
	for name, rebinding := range rebindings {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct {
				outcome, program string
				check            func(t *testing.T, result coderuntime.Result)
			}{
				{"a value", "return {'a': [1, 0.5, 'é', None]}", func(t *testing.T, result coderuntime.Result) { // seed: 96, 193
					requireValue(t, `{"a":[1,0.5,"é",null]}`, result)
				}},
				{"a call", "return await host.echo([1, 'x'])", func(t *testing.T, result coderuntime.Result) { // seed: 54-56
					if name == everyBuiltin {
						requireFailure(t, result, "", coderuntime.FailureException) // asyncio itself is broken
						return
					}
					requireValue(t, `[1,"x"]`, result)
				}},
				{"a call that fails", "await host.fail(1)", func(t *testing.T, result coderuntime.Result) { // seed: 57, 126
					if name == everyBuiltin {
						requireFailure(t, result, "", coderuntime.FailureException)
						return
					}
					requireDescribed(t, result, assert.AnError.Error())
				}},
				{"an exception", "1 / 0", func(t *testing.T, result coderuntime.Result) { // seed: 96-99
					requireDescribed(t, result, "division by zero")
				}},
				{"a value that is none", "return {1}", func(t *testing.T, result coderuntime.Result) {
					requireFailure(t, result, "unsupported type (set)", coderuntime.FailureInvalidOutput)
				}},
			} {
				t.Run(c.outcome, func(t *testing.T) {
					result := runProgram(t, r, rebinding+"\n"+c.program, host)
					c.check(t, result)
					if result.Failure != nil && name != everyBuiltin {
						assert.NotContains(t, result.Failure.Message, "hijacked")
					}
				})
			}
		})
	}
}

// requireDescribed checks that a run ended with an exception whose text is in the message, or that the
// message says that the program has broken what describes exceptions.
func requireDescribed(t *testing.T, result coderuntime.Result, text string) {
	t.Helper()
	requireFailure(t, result, "", coderuntime.FailureException)
	if !strings.Contains(result.Failure.Message, "<diagnostic rendering failed>") {
		assert.Contains(t, result.Failure.Message, text)
	}
}

func TestThreadsThatPrintWhileTheRunSettlesDoNotDisturbIt(t *testing.T) { // seed: 189
	r := newRuntime(t, Config{})
	for range 5 {
		requireValue(t, `"settled"`, runProgram(t, r, `
import sys, threading
def chatter():
    while True: sys.stdout.write("x")
for _ in range(4): threading.Thread(target=chatter, daemon=True).start()
return "settled"`))
	}
}

func TestThreadsThatAreNoDaemonsDoNotHoldTheRun(t *testing.T) {
	requireValue(t, "1", runIn(t, Config{}, `
import threading, time
threading.Thread(target=time.sleep, args=(1000,)).start()
return 1`))
}

func TestAForkThatInheritsFd3DoesNotConfuseTheRun(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	for _, c := range []struct{ name, program, value string }{
		{"the child returns first", "import os, time\nif os.fork() == 0: return 'child'\ntime.sleep(1000)", `"child"`},
		{"the child stays", "import os, time\nif os.fork() == 0: time.sleep(1000)\nreturn 'parent'", `"parent"`},
		{"the child exits", "import os\npid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0)\nreturn 'parent'", `"parent"`},
		{"the parent exits, the child returns", "import os\nif os.fork() == 0: return 'child'\nos._exit(0)", `"child"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			requireValue(t, c.value, runProgram(t, r, c.program))
		})
	}
}

func TestAProgramThatLeavesItsLoopFails(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 20 * time.Second}})
	for name, program := range map[string]string{
		"by sys.exit":                 "import sys\nsys.exit(3)",
		"by sys.exit in another task": "import asyncio, sys\nasync def leave(): sys.exit(3)\nasyncio.ensure_future(leave())\nawait asyncio.sleep(1000)",
		"by KeyboardInterrupt":        "raise KeyboardInterrupt",
		"by stopping it":              "import asyncio\nasyncio.get_running_loop().stop()\nawait asyncio.sleep(1000)",
		"by cancelling itself":        "import asyncio\nasyncio.current_task().cancel()\nawait asyncio.sleep(1000)",
		"by cancelling every task":    "import asyncio\nfor task in asyncio.all_tasks(): task.cancel()\nawait asyncio.sleep(1000)",
		"by a signal that it traps":   "import os, signal\nsignal.signal(signal.SIGUSR1, signal.default_int_handler)\nos.kill(os.getpid(), signal.SIGUSR1)\nwhile True: pass",
		"by SIGINT":                   "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nimport asyncio\nawait asyncio.sleep(1000)",
	} {
		t.Run(name, func(t *testing.T) {
			requireFailure(t, runProgram(t, r, program), "", coderuntime.FailureException)
		})
	}
}

func TestAProgramThatTakesItsReplyReaderAwayEndsAtTheWallLimit(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 2 * time.Second, Grace: quickGrace}})
	host, _ := signalling()
	requireFailure(t, runProgram(t, r, "import asyncio\nasyncio.get_running_loop().remove_reader(3)\nawait host.ready(1)", host),
		"wall-clock", coderuntime.FailureTimeout)
}

func TestAnExceptionThatFightsItsDescriptionIsStillOne(t *testing.T) {
	r := newRuntime(t, Config{})
	for _, c := range []struct{ name, program, message string }{
		{"a text that raises", "class E(Exception):\n    def __str__(self): raise SystemError('secret')\nraise E", "E"}, // seed: 93
		{"a text that exits", "class E(Exception):\n    def __str__(self): import os; os.close(3)\nraise E", ""},
		{"a text without end", "class E(Exception):\n    def __str__(self): return 'x' * (64 << 20)\nraise E", "[truncated]"}, // seed: 207
		{"a class without a name", `
class Meta(type):
    __module__ = property(lambda self: 1 / 0)
    __name__ = property(lambda self: 1 / 0)
class E(Exception, metaclass=Meta): pass
raise E`, "<unknown>: <diagnostic rendering failed>"}, // seed: 95
	} {
		t.Run(c.name, func(t *testing.T) {
			result := runProgram(t, r, c.program)
			requireFailure(t, result, c.message, coderuntime.FailureException, coderuntime.FailureWorkerExit)
			assert.NotContains(t, result.Failure.Message, "secret")
			require.LessOrEqual(t, len(result.Failure.Message), 32<<10)
		})
	}
}
