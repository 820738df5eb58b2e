//go:build linux

package native

import (
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"coderuntime"
)

// awaitIdle waits until n interpreters wait in a pool, and returns them.
func awaitIdle(t *testing.T, p *pool, n int) []*process {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		p.mu.Lock()
		idle := append([]*process{}, p.idle...)
		p.mu.Unlock()
		if len(idle) == n {
			return idle
		}
	}
	require.FailNow(t, "the pool was not filled")
	return nil
}

func TestAPrestartedInterpreterServesOneRunAndIsReplaced(t *testing.T) {
	r := newRuntime(t, Config{Prestart: 2})
	seen := map[int]bool{}
	for range 5 {
		for _, p := range awaitIdle(t, r.pool, 2) {
			require.False(t, p.hasExited())
		}
		result := runProgram(t, r, "import os, sys\nassert not hasattr(sys, 'mark')\nsys.mark = 1\nreturn os.getpid()")
		assert.Equal(t, "prestarted", result.Stats.Start)
		pid := decode[int](t, result)
		assert.False(t, seen[pid], "the interpreter had a run before")
		seen[pid] = true
	}
}

func TestAPrestartedInterpreterRunsLikeAnyOther(t *testing.T) {
	limits := coderuntime.Limits{CPU: 42 * time.Second, Wall: 5 * time.Second, Grace: quickGrace, Log: 4096}
	r := newRuntime(t, Config{Prestart: 1, Limits: limits, OpenFiles: 77})
	host, ready := signalling()
	awaitIdle(t, r.pool, 1)
	result := runProgram(t, r, `
import os, resource as r, sys
print("hello", os.getcwd() == os.environ["TMPDIR"], os.listdir(), sys.stdin.read())
os.write(1, b"stray\n")
await host.ready(7)
return [r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_NOFILE)] == [(42, 43), (77, 77)]`, host)
	requireValue(t, "true", result)
	assert.ElementsMatch(t, []string{"hello True [] ", "stray"}, result.Logs)
	assert.Equal(t, "7", receive(t, ready))
	awaitIdle(t, r.pool, 1)
	requireFailure(t, runProgram(t, r, "import os\nos._exit(9)"), "code=9", coderuntime.FailureWorkerExit)
	awaitIdle(t, r.pool, 1)
	requireFailure(t, runProgram(t, r, ignoreTerm+"while True: pass"), "wall-clock", coderuntime.FailureTimeout)
}

func TestMoreRunsThanPrestartedInterpretersAreSpawned(t *testing.T) {
	r := newRuntime(t, Config{Prestart: 1})
	awaitIdle(t, r.pool, 1)
	starts := map[string]int{}
	host, ready := signalling()
	var results []<-chan coderuntime.Result
	for range 4 {
		results = append(results, start(t, t.Context(), r, "await host.ready(1)\nreturn 1", host))
	}
	for _, each := range results {
		receive(t, ready)
		result := receive(t, each)
		requireValue(t, "1", result)
		starts[result.Stats.Start]++
	}
	assert.NotZero(t, starts["prestarted"])
	assert.Equal(t, 4, starts["prestarted"]+starts["spawned"])
}

func TestAnInterpreterThatDiesWhileItWaitsIsReplaced(t *testing.T) {
	r := newRuntime(t, Config{Prestart: 1})
	first := awaitIdle(t, r.pool, 1)[0]
	require.NoError(t, unix.Kill(first.leader.Pid, unix.SIGKILL))
	<-first.exited
	requireValue(t, "1", runProgram(t, r, "return 1")) // whether or not the other is there yet
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "it was not replaced")
		if idle := awaitIdle(t, r.pool, 1); idle[0] != first {
			break
		}
	}
	_, err := os.Stat(first.dir.path)
	assert.True(t, os.IsNotExist(err), "its private directory is left")
}

func TestIdleInterpretersEndWithTheRuntime(t *testing.T) {
	r := newRuntime(t, Config{Prestart: 3})
	idle := awaitIdle(t, r.pool, 3)
	closeRuntime(t, r)
	for _, p := range idle {
		assert.True(t, p.hasExited())
	}
	assert.Empty(t, children(t))
}

func TestARuntimeCanBeClosedWhileItsInterpretersAreStarting(t *testing.T) {
	for range 5 {
		closeRuntime(t, newRuntime(t, Config{Prestart: 3}))
		assert.Empty(t, children(t))
	}
}

func TestAnInstallationThatBreaksIsNotTriedAllTheTime(t *testing.T) {
	var tries atomic.Int64
	tried := make(chan struct{}, 1)
	p := newPool(1, func(bool) (*process, error) {
		tries.Add(1)
		tried <- struct{}{}
		return nil, errors.New("broken")
	})
	<-tried
	_, _, err := p.take()
	assert.ErrorContains(t, err, "broken")
	p.close()
	assert.LessOrEqual(t, tries.Load(), int64(2))
	assert.False(t, strings.Contains(err.Error(), "\n"))
}

func TestAnInterpreterStartedAheadHasRehearsedAndNoOtherHas(t *testing.T) {
	const program = "import gc\nreturn [gc.get_freeze_count() > 1000, __name__, print.__module__]"
	for ahead, want := range map[int]string{0: `[false,"__main__","builtins"]`, 1: `[true,"__main__","builtins"]`} {
		r := newRuntime(t, Config{Prestart: ahead})
		if ahead > 0 {
			awaitIdle(t, r.pool, ahead)
		}
		result := runProgram(t, r, program)
		require.Nil(t, result.Failure)
		assert.Equal(t, want, string(result.Value))
		assert.Empty(t, result.Logs, "what is printed in the rehearsal is nobody's")
	}
}
