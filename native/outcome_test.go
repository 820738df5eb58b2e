//go:build linux

package native

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func TestTheRuntimeSaysWhatItIs(t *testing.T) { // seed: 1
	r := newRuntime(t, Config{})
	assert.Equal(t, "python", r.Language())
	assert.Equal(t, "process", r.Isolation())
	assert.ElementsMatch(t, []coderuntime.Capability{coderuntime.Threads, coderuntime.Processes, coderuntime.Signals}, r.Capabilities())
}

func TestAProgramSeesNothingOfTheHostsProcess(t *testing.T) {
	t.Setenv("CODERUNTIME_SECRET", "hunter2")
	config := Config{Python: wrapper(t, "export LEAKED=1")}
	for _, c := range []struct{ name, program, value string }{
		{"its environment is TMPDIR alone", "import os\nreturn sorted(os.environ) == ['TMPDIR']", "true"}, // seed: 52
		{"so is that of a process it starts", `
import subprocess
return subprocess.run(["/usr/bin/env"], capture_output=True, text=True).stdout.count("\n")`, "1"}, // seed: 52
		{"TMPDIR is its working directory, private and empty", `
import os, stat, tempfile
here = os.getcwd()
return [os.path.samefile(os.environ["TMPDIR"], here), os.path.samefile(tempfile.gettempdir(), here),
        os.listdir(), stat.S_IMODE(os.stat(here).st_mode) == 0o700]`, "[true,true,[],true]"},
		{"standard input is at its end", "import sys\nreturn sys.stdin.read()", `""`},                     // seed: 34, 168
		{"so it is for reads of the descriptor", "import os\nreturn len(os.read(0, 1))", "0"},             // seed: 168
		{"the main module has no file", "import __main__\nreturn hasattr(__main__, '__file__')", "false"}, // seed: 34
		{"descriptors 0 to 3 are all it has", `
import os
return sorted(int(fd) for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}") and int(fd) < 4)`, "[0,1,2,3]"},
		{"it leads a session and a group of its own", `
import os
return [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()]`, "[true,true]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := runIn(t, config, c.program)
			requireValue(t, c.value, result)
			assert.Empty(t, result.Logs)
		})
	}
}

func TestAProcessPoolWorks(t *testing.T) { // seed: 35
	requireValue(t, "42", runIn(t, Config{}, `
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
    return pool.submit(sum, [40, 2]).result()`))
}

func TestTheLocaleOfTheHostDoesNotReachTheProgram(t *testing.T) { // seed: 36
	for _, setUp := range []string{"export LC_ALL=C PYTHONIOENCODING=ascii", "export LC_ALL=POSIX PYTHONUTF8=0"} {
		result := runIn(t, Config{Python: wrapper(t, setUp)}, "print('grüße €')\nreturn 'häß 𝄞'")
		requireValue(t, `"häß 𝄞"`, result)
		assert.Equal(t, []string{"grüße €"}, result.Logs)
	}
}

func TestTheEndOfAProcessWithoutAnOutcomeSaysHowItEnded(t *testing.T) {
	r := newRuntime(t, Config{})
	for _, c := range []struct{ name, program, message string }{
		{"exit with a code", "import os\nos._exit(7)", "python exited (code=7, signal=null) before completing"}, // seed: 153
		{"exit with code 0", "import os\nos._exit(0)", "python exited (code=0, signal=null) before completing"}, // seed: 153
		{"SIGKILL", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
			"python exited (code=null, signal=SIGKILL) before completing"}, // seed: 155
		{"a crash", "import ctypes\nctypes.string_at(0)", "python exited (code=null, signal=SIGSEGV) before completing"},
		{"exec of something else", "import os\nos.execv('/bin/sh', ['sh', '-c', 'exit 5'])", "code=5"},
		{"fd 3 closed", "import os\nos.close(3)\nreturn 1", "python exited"},
		{"fd 3 taken by something else", "import os\nos.dup2(os.open('/dev/null', os.O_RDWR), 3)\nreturn 1", "python exited (code=0"},
		{"a child that keeps fd 3 open", `
import os, time
if os.fork() == 0:
    time.sleep(60)
os._exit(3)`, "code=3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			requireFailure(t, runProgram(t, r, c.program), c.message, coderuntime.FailureWorkerExit)
		})
	}
}

func TestAnInterpreterThatHasGoneIsAnOutcome(t *testing.T) { // seed: 151, 259, 260
	path := wrapper(t, "")
	r := newRuntime(t, Config{Python: path})
	require.NoError(t, os.Remove(path))
	result := runProgram(t, r, "return 1")
	requireFailure(t, result, "python spawn error: no such file or directory", coderuntime.FailureWorkerExit)
	assert.NotContains(t, result.Failure.Message, path)
}

func TestAnInterpreterThatDoesNotStartTheGuestIsAnOutcome(t *testing.T) { // seed: 40, 260
	path := wrapper(t, "[ -e \"$(dirname \"$0\")/broken\" ] && { echo no longer here >&2; exit 9; }")
	r := newRuntime(t, Config{Python: path})
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "broken"), nil, 0o600))
	result := runProgram(t, r, "return 1")
	requireFailure(t, result, "python exited (code=9", coderuntime.FailureWorkerExit)
	assert.Equal(t, []string{"no longer here"}, result.Logs)
}

func TestAPrivateDirectoryThatCannotBeMadeIsAnOutcome(t *testing.T) { // seed: 32, 39
	gone := filepath.Join(t.TempDir(), "gone")
	require.NoError(t, os.Mkdir(gone, 0o700))
	r, err := New(Config{TempDir: gone, Python: pythonPath(t)})
	require.NoError(t, err)
	defer closeRuntime(t, r)
	require.NoError(t, os.Remove(gone))
	result := runProgram(t, r, "return 1")
	requireFailure(t, result, "failed to make the private directory: no such file or directory", coderuntime.FailureWorkerExit)
	assert.Empty(t, result.Logs)
}

// A process whose end of a channel fails in a way that its exit does not explain.
func TestAWriteThatFailsAtTheStartIsAnOutcome(t *testing.T) {
	for _, c := range []struct {
		name    string
		break_  func(p *process)
		message string
	}{
		{"the boot frame", func(p *process) { p.channel.Close() }, "failed to boot python subprocess: "}, // seed: 258
		{"the guest", func(p *process) { <-p.fed; p.feedErr = errors.New("no room") },
			"failed to load python bootstrap: no room"}, // seed: 260
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRuntime(t, Config{})
			spawn := r.pool.spawn
			r.pool.spawn = func(ahead bool) (*process, error) {
				p, err := spawn(ahead)
				if err == nil {
					c.break_(p)
				}
				return p, err
			}
			requireFailure(t, runProgram(t, r, "return 1"), c.message, coderuntime.FailureWorkerExit)
		})
	}
}

func TestMisuseIsAnErrorAndStartsNothing(t *testing.T) {
	r := newRuntime(t, Config{})
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := r.Run(done, coderuntime.Request{Bindings: []coderuntime.Namespace{{Global: "class"}}})
	require.ErrorIs(t, err, coderuntime.ErrMisuse)
	closeRuntime(t, r)
	_, err = r.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	require.ErrorIs(t, err, coderuntime.ErrClosed) // seed: 25
}

// loudError is a reason whose text cannot be had.
type loudError struct{}

func (loudError) Error() string { panic("no words") }

func TestTheEndOfTheContextAbortsTheRunWithItsCause(t *testing.T) {
	r := newRuntime(t, Config{})
	for _, c := range []struct {
		name    string
		cause   error
		message string
	}{
		{"its text", errors.New("enough"), "enough"},
		{"text that cannot be had", loudError{}, "<unrenderable rejection value>"}, // seed: 27, 149
		{"no cause", nil, "context canceled"},
	} {
		t.Run(c.name+", before the run", func(t *testing.T) { // seed: 26
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(c.cause)
			result, err := r.Run(ctx, coderuntime.Request{Program: "return 1"})
			require.NoError(t, err)
			requireFailure(t, result, c.message, coderuntime.FailureAbort)
			assert.Empty(t, result.Logs)
			assert.Empty(t, result.Stats.Start, "nothing was started")
		})
		t.Run(c.name+", at once", func(t *testing.T) { // seed: 31
			ctx, cancel := context.WithCancelCause(t.Context())
			results := start(t, ctx, r, "while True: pass")
			cancel(c.cause)
			requireFailure(t, receive(t, results), c.message, coderuntime.FailureAbort)
		})
		t.Run(c.name+", while it runs", func(t *testing.T) { // seed: 148
			ctx, cancel := context.WithCancelCause(t.Context())
			host, ready := signalling()
			results := start(t, ctx, r, "print('on')\nawait host.ready(1)\nwhile True: pass", host)
			receive(t, ready)
			cancel(c.cause)
			result := receive(t, results)
			requireFailure(t, result, c.message, coderuntime.FailureAbort)
			assert.Equal(t, []string{"on"}, result.Logs)
		})
	}
}

func TestTheWallLimitEndsARunOfAnyKind(t *testing.T) { // seed: 147
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 700 * time.Millisecond, Grace: quickGrace}})
	for name, program := range map[string]string{
		"busy":                 "while True: pass",
		"waiting":              "import asyncio\nawait asyncio.sleep(1000)",
		"blocked":              "import time\ntime.sleep(1000)",
		"waiting for a thread": "import threading\nthreading.Event().wait()",
		"writing":              "while True: print('x')",
	} {
		t.Run(name, func(t *testing.T) {
			result := runProgram(t, r, program)
			requireFailure(t, result, "wall-clock ceiling reached (700ms)", coderuntime.FailureTimeout)
			assert.Less(t, result.Stats.Wall, 2*time.Second)
		})
	}
}

func TestStatsSayWhatARunCost(t *testing.T) {
	r := newRuntime(t, Config{})
	host, _ := signalling()
	result := runProgram(t, r, `
block = bytearray(64 << 20)
for i in range(len(block) // 4096): block[i * 4096] = 1
for i in range(3): await host.ready(i)
return sum(range(3_000_000))`, host)
	require.Nil(t, result.Failure)
	assert.Positive(t, result.Stats.CPU)
	assert.Greater(t, result.Stats.Wall, result.Stats.CPU/2)
	assert.Equal(t, 3, result.Stats.Calls)
	assert.Equal(t, "spawned", result.Stats.Start)
	if result.Stats.PeakMemory != 0 {
		assert.Greater(t, result.Stats.PeakMemory, 64*coderuntime.MiB)
	}
}

func TestManyRunsAtOnceKeepApart(t *testing.T) {
	r := newRuntime(t, Config{})
	const n = 12
	echo := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
	}}
	results := make([]<-chan coderuntime.Result, n)
	for i := range n {
		results[i] = start(t, t.Context(), r, fmt.Sprintf("print(%d)\nreturn await host.echo('%s')", i, strings.Repeat("x", i)), echo)
	}
	for i, each := range results {
		result := receive(t, each)
		requireValue(t, `"`+strings.Repeat("x", i)+`"`, result)
		assert.Equal(t, []string{fmt.Sprint(i)}, result.Logs)
	}
}
