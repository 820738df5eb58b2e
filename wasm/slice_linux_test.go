package wasm

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"coderuntime"
)

// shortSlices is how many threads of the process have a short time slice.
func shortSlices(t *testing.T) (n int) {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	for _, task := range tasks {
		tid, err := strconv.Atoi(task.Name())
		require.NoError(t, err)
		if attr, err := unix.SchedGetAttr(tid, 0); err == nil && time.Duration(attr.Runtime) == shortSlice {
			n++
		}
	}
	return n
}

// needsSlices skips the test where the kernel keeps no time slice for a thread, which it is asked without a timeSlice.
func needsSlices(t *testing.T) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, err := unix.SchedGetAttr(0, 0)
	require.NoError(t, err)
	asked := *before
	asked.Runtime = uint64(shortSlice)
	_ = unix.SchedSetAttr(0, &asked, 0) // whether it was taken is seen below
	got, err := unix.SchedGetAttr(0, 0)
	require.NoError(t, err)
	_ = unix.SchedSetAttr(0, before, 0)
	if got.Policy != unix.SCHED_NORMAL || time.Duration(got.Runtime) != shortSlice {
		t.Skip("the kernel keeps no time slices of threads: Linux 6.12 and later do, with the policy SCHED_NORMAL")
	}
}

func TestATimeSliceIsShortUntilItIsRestored(t *testing.T) {
	needsSlices(t)
	runtime.LockOSThread() // for good: the thread, which gets a lower priority, ends with the test
	before, err := unix.SchedGetAttr(0, 0)
	require.NoError(t, err)
	var s timeSlice
	s.shorten()
	short, err := unix.SchedGetAttr(0, 0)
	require.NoError(t, err)
	require.NoError(t, unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 1))
	s.restore()
	after, err := unix.SchedGetAttr(0, 0)
	require.NoError(t, err)
	nicer := *before
	nicer.Nice = 1
	assert.Equal(t, &nicer, after, "what others have changed meanwhile stays")
	assert.Equal(t, shortSlice, time.Duration(short.Runtime))
	short.Runtime = before.Runtime
	assert.Equal(t, before, short, "nothing else has changed")
}

func TestOnlyAProgramThatComputesHasAShortTimeSlice(t *testing.T) {
	needsSlices(t)
	require.Zero(t, shortSlices(t))
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{CPU: time.Minute}})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	inFunction := make(chan int, 1)
	results := make(chan coderuntime.Result, 1)
	go func() {
		result, err := r.Run(ctx, coderuntime.Request{
			Program: "for _ in range(10**6): pass\nawait tools.look(None)\nwhile True: pass",
			Bindings: tools(map[string]coderuntime.Function{"look": func(context.Context, json.RawMessage) (json.RawMessage, error) {
				inFunction <- shortSlices(t)
				return nil, nil
			}}),
		})
		assert.NoError(t, err)
		results <- result
	}()
	assert.Zero(t, <-inFunction, "what a function starts has the slices of the process")
	require.Eventually(t, func() bool { return shortSlices(t) == 1 }, time.Minute, time.Millisecond)
	cancel()
	require.Equal(t, coderuntime.FailureAbort, (<-results).Failure.Kind)
	assert.Zero(t, shortSlices(t), "the thread is Go's again")
}
