//go:build linux

package native

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"coderuntime"
)

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

const (
	ignoreTerm = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
	// survivor starts a child in the same group that ignores SIGTERM and holds none of the pipes.
	survivor = `
import os, signal, time
child = os.fork()
if child == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for fd in range(4): os.close(fd)
    while True: time.sleep(1)
`
	// orphan starts a process that leaves the session and keeps the output pipes.
	orphan = `
import subprocess
child = subprocess.Popen(["/bin/sleep", "1000"], start_new_session=True).pid
`
)

func TestCloseEndsARunAndReturnsWhenItsProcessIsGone(t *testing.T) {
	for _, c := range []struct {
		name, before string
		atLeast      time.Duration
	}{
		{"one that can be asked", "", 0},                                 // seed: 150
		{"one that ignores SIGTERM", ignoreTerm, 300 * time.Millisecond}, // seed: 165
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: 400 * time.Millisecond}})
			host, ready := signalling()
			results := start(t, t.Context(), r, c.before+"import os\nawait host.ready(os.getpid())\nwhile True: pass", host)
			pid := atoi(t, receive(t, ready))
			begun := time.Now()
			closeRuntime(t, r)
			assert.GreaterOrEqual(t, time.Since(begun), c.atLeast)
			assert.False(t, isAlive(pid))
			requireFailure(t, receive(t, results), "runtime disposed", coderuntime.FailureAbort)
		})
	}
}

func TestCloseDirectlyAfterTheStartOfARunEndsItToo(t *testing.T) { // seed: 30, 38
	for range 5 {
		r := newRuntime(t, Config{})
		results := make(chan coderuntime.Result, 1)
		begun := make(chan struct{})
		go func() {
			close(begun)
			result, err := r.Run(context.Background(), coderuntime.Request{Program: "while True: pass"})
			if err != nil {
				assert.ErrorIs(t, err, coderuntime.ErrClosed)
				result.Failure = &coderuntime.Failure{Kind: coderuntime.FailureAbort}
			}
			results <- result
		}()
		<-begun
		closeRuntime(t, r)
		result := receive(t, results)
		require.NotNil(t, result.Failure)
		assert.Equal(t, coderuntime.FailureAbort, result.Failure.Kind)
	}
}

func TestCloseGivesUpWhenItsContextEnds(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: 400 * time.Millisecond}})
	host, ready := signalling()
	results := start(t, t.Context(), r, ignoreTerm+"await host.ready(1)\nwhile True: pass", host)
	receive(t, ready)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.Close(ctx), context.Canceled)
	requireFailure(t, receive(t, results), "runtime disposed", coderuntime.FailureAbort)
}

func TestAProgramThatIgnoresSIGTERMIsKilled(t *testing.T) { // seed: 173
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 500 * time.Millisecond, Grace: quickGrace}})
	requireFailure(t, runProgram(t, r, ignoreTerm+"while True: pass"), "wall-clock", coderuntime.FailureTimeout)
}

func TestAProgramThatStopsItselfEndsAtTheWallLimit(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 500 * time.Millisecond, Grace: 20 * time.Second}})
	for name, program := range map[string]string{
		"itself":              "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
		"its group":           "import os, signal\nos.killpg(0, signal.SIGSTOP)",
		"with a child of its": "import os, signal\nos.fork()\nos.kill(os.getpid(), signal.SIGSTOP)",
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			requireFailure(t, runProgram(t, r, program), "wall-clock", coderuntime.FailureTimeout)
			assert.Less(t, time.Since(begun), 15*time.Second, "SIGTERM is enough, the grace period need not pass")
		})
	}
	t.Run("ignoring SIGTERM", func(t *testing.T) {
		r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 500 * time.Millisecond, Grace: quickGrace}})
		requireFailure(t, runProgram(t, r, ignoreTerm+"import os\nos.killpg(0, signal.SIGSTOP)"), "wall-clock", coderuntime.FailureTimeout)
	})
}

func TestADescendantThatLeftTheGroupDelaysTheOutcomeButDoesNotHoldIt(t *testing.T) {
	for _, c := range []struct {
		name, also string
		logs       []string
	}{
		{"holding the pipes", "", []string{}}, // seed: 166
		{"with a line unfinished", "import os\nos.write(2, b'native diagnostic')\n", []string{"native diagnostic"}}, // seed: 167
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
			begun := time.Now()
			result := runProgram(t, r, orphan+c.also+"return child")
			elapsed := time.Since(begun)
			killInTheEnd(t, decode[int](t, result))
			assert.ElementsMatch(t, c.logs, result.Logs)
			assert.GreaterOrEqual(t, elapsed, 1500*time.Millisecond)
			assert.Less(t, elapsed, 4*time.Second)
		})
	}
}

func TestASurvivorInTheGroupIsKilledAfterTheRun(t *testing.T) {
	for _, c := range []struct {
		name   string
		handle bool
	}{{"through a descriptor", true}, {"by number", false}} {
		t.Run(c.name, func(t *testing.T) {
			r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
			if !c.handle {
				withoutHandles(r)
			}
			result := runProgram(t, r, survivor+"return child")
			pid := decode[int](t, result)
			killInTheEnd(t, pid)
			watchProcess(t, pid).requireEnd(t) // seed: 170
		})
	}
}

func TestCloseWaitsForASurvivorInTheGroup(t *testing.T) { // seed: 171
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: 300 * time.Millisecond}})
	pid := decode[int](t, runProgram(t, r, survivor+"return child"))
	killInTheEnd(t, pid)
	closeRuntime(t, r)
	assert.False(t, isAlive(pid))
}

func TestAForkBombInTheGroupIsEnded(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 500 * time.Millisecond, Grace: quickGrace}})
	requireFailure(t, runProgram(t, r, ignoreTerm+`
import os, time
for _ in range(6): os.fork()
while True: time.sleep(1)`), "wall-clock", coderuntime.FailureTimeout)
}

// withoutHandles makes a runtime signal groups by number, as on a kernel that cannot do better.
func withoutHandles(r *Runtime) {
	spawn := r.pool.spawn
	r.pool.spawn = func(ahead bool) (*process, error) {
		p, err := spawn(ahead)
		if err == nil {
			p.group.close()
		}
		return p, err
	}
}

func TestTheStartTimeTellsTwoProcessesOfOneNumberApart(t *testing.T) { // seed: 41
	own := startTime(os.Getpid())
	assert.NotEmpty(t, own)
	assert.Equal(t, own, startTime(os.Getpid()))
	assert.Empty(t, startTime(0))
}

func TestAGroupWhoseNumberBelongsToAnotherIsNotSignalled(t *testing.T) {
	// This process stands for the one that was given the number: with a start time that is not its
	// own, the group is over.
	pgid, err := unix.Getpgid(0)
	require.NoError(t, err)
	leader := startTime(pgid)
	if leader == "" {
		pgid, leader = os.Getpid(), startTime(os.Getpid())
	}
	recycled := &group{pid: pgid, handle: -1, birth: leader + "0"}
	recycled.orphaned()
	assert.ErrorIs(t, recycled.signal(0), unix.ESRCH)
	assert.True(t, recycled.isEmpty())
}

func TestASettledRunLeavesNothingBehind(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	for i := range 3 {
		requireValue(t, strconv.Itoa(i), runProgram(t, r, fmt.Sprintf("return %d", i)))
		assert.Empty(t, children(t))
		left, err := os.ReadDir(r.config.TempDir)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}
