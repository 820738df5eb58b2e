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

func TestATimeSliceIsShortUntilItIsRestored(t *testing.T) {
	runtime.LockOSThread() // for good: the thread ends with the test
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
	if time.Duration(short.Runtime) != shortSlice {
		t.Skip("this kernel has no time slices of threads (Linux 6.12 has)")
	}
	short.Runtime = before.Runtime
	assert.Equal(t, before, short, "nothing else has changed")
}

func TestOnlyAProgramThatComputesHasAShortTimeSlice(t *testing.T) {
	var probe timeSlice
	runtime.LockOSThread()
	probe.shorten()
	kept := shortSlices(t) == 1
	probe.restore()
	runtime.UnlockOSThread()
	if !kept {
		t.Skip("this kernel has no time slices of threads (Linux 6.12 has)")
	}

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
