//go:build linux

package native

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// forge begins programs that write to fd 3 themselves.
const forge = `
import os
def forge(data):
    data = memoryview(data)
    while data: data = data[os.write(3, data):]
`

// heapDuring is how far the heap of the host grew while f ran.
func heapDuring(f func()) coderuntime.ByteSize {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	measure := func() coderuntime.ByteSize {
		metrics.Read(heap)
		return coderuntime.ByteSize(heap[0].Value.Uint64())
	}
	runtime.GC()
	before := measure()
	peak := before
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, measure())
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return peak - before
}

func TestAFloodCostsTheHostABoundedAmountOfMemory(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: time.Minute, Grace: quickGrace}})
	for _, c := range []struct{ name, program, message string }{
		{"fd 3 without a newline", forge + "while True: forge(b'x' * (1 << 20))", "protocol frame exceeded"}, // seed: 244
		{"a frame just under the cap", forge + `
forge(b'{"type":"log","text":"' + b'\\u0000' * (10 << 20) + b'"}\n')
forge(b'x' * (63 << 20) + b'\n')`, ""}, // seed: 246, 256
		{"stray output without a newline", "import os\nfor _ in range(256): os.write(1, b'x' * (1 << 20))", ""},                      // seed: 69
		{"an oversized outcome", forge + `forge(b'{"type":"done","value":"' + b'x' * (63 << 20) + b'"}\n')`, "exceeded 32768 bytes"}, // seed: 245
	} {
		t.Run(c.name, func(t *testing.T) {
			var result coderuntime.Result
			grown := heapDuring(func() { result = runProgram(t, r, c.program) })
			if c.message == "" {
				requireValue(t, "null", result)
			} else {
				requireFailure(t, result, c.message, coderuntime.FailureWorkerExit, coderuntime.FailureOutputLimit)
			}
			t.Logf("the heap grew by %d MiB", grown/coderuntime.MiB)
			assert.Less(t, grown, 256*coderuntime.MiB)
		})
	}
}

func TestAProgramThatDoesNotReadItsRepliesIsHeldBackAndThenEnded(t *testing.T) { // seed: 229
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	var calls atomic.Int64
	big, err := json.Marshal(make([]int, 1<<20))
	require.NoError(t, err)
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"big": func(context.Context, json.RawMessage) (json.RawMessage, error) { calls.Add(1); return big[:1<<10], nil },
	}}
	result := runProgram(t, r, forge+`
for i in range(5000): forge(b'{"type":"call","id":%d,"global":"host","name":"big","args":null}\n' % i)
import time
time.sleep(60)`, host)
	requireFailure(t, result, "reply queue exceeded 1024 pending frames", coderuntime.FailureWorkerExit)
}

func TestAProgramCannotHaveMoreThanSoManyCallsUnanswered(t *testing.T) { // seed: 230
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"never": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		},
	}}
	result := runProgram(t, r, forge+`
for i in range(5000): forge(b'{"type":"call","id":%d,"global":"host","name":"never","args":null}\n' % i)
import time
time.sleep(60)`, host)
	requireFailure(t, result, "call backlog exceeded 1024 in-flight binding calls", coderuntime.FailureWorkerExit)
}

func TestAnOutcomeCountsAlthoughAReplyIsStillBeingWritten(t *testing.T) { // seed: 228
	r := newRuntime(t, Config{})
	called := make(chan struct{})
	big := json.RawMessage(`"` + string(make4MiB()) + `"`)
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"big":  func(context.Context, json.RawMessage) (json.RawMessage, error) { close(called); return big, nil },
		"wait": func(context.Context, json.RawMessage) (json.RawMessage, error) { <-called; return nil, nil },
	}}
	requireValue(t, `"over"`, runProgram(t, r, `
import asyncio
asyncio.ensure_future(host.big(1))
await host.wait(1)
return "over"`, host))
}

func TestAnswersThatNobodyReadsKeepNothingUp(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: patience, Grace: quickGrace}})
	big := json.RawMessage(`"` + string(make4MiB()[:1<<20]) + `"`)
	const answers = 50
	var returned atomic.Int64
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"big": func(context.Context, json.RawMessage) (json.RawMessage, error) { returned.Add(1); return big, nil },
	}}
	before := runtime.NumGoroutine()
	mayEnd := filepath.Join(t.TempDir(), "may-end")
	var watch sync.WaitGroup
	defer watch.Wait()
	watch.Go(func() { // as soon as no goroutine is left for each answer, and in the end in any case
		assert.Eventually(t, func() bool {
			return returned.Load() == answers && runtime.NumGoroutine() < before+answers/2
		}, patience/2, 10*time.Millisecond, "one for each answer")
		assert.NoError(t, os.WriteFile(mayEnd, nil, 0o600))
	})
	requireValue(t, `"over"`, runProgram(t, r, forge+fmt.Sprintf(`
import os, time
for i in range(%d): # with nothing else under way, so that each may be called by the goroutine that reads
    forge(b'{"type":"call","id":%%d,"global":"host","name":"big","args":null}\n' %% i)
    time.sleep(0.01)
while not os.path.exists(%q): time.sleep(0.01)
forge(b'{"type":"done","value":"over"}\n')
time.sleep(60)`, answers, mayEnd), host))
}

func TestADescriptorThatAlwaysHasMoreIsNotReadForEver(t *testing.T) {
	endless, err := os.Open("/dev/zero")
	require.NoError(t, err)
	defer endless.Close()
	taken := 0
	drain(int(endless.Fd()), func(p []byte) (goOn bool) {
		taken += len(p)
		return taken < 2*drainSize
	})
	assert.Equal(t, drainSize, taken)

	reads := 0
	drain(int(endless.Fd()), func([]byte) (goOn bool) {
		reads++
		return reads < 3
	})
	assert.Equal(t, 3, reads, "it was told to stop")
}

func TestAFloodFromOutsideTheGroupDoesNotKeepARunOpen(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: patience, Grace: quickGrace}})
	result := runProgram(t, r, `
import os
junk = b"x\n" * 100000
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        for fd in (0, 1, 2): os.close(fd)
        try:
            while True: os.write(3, junk)
        finally:
            os._exit(0)
os._exit(3)`)
	requireFailure(t, result, "python exited (code=3, signal=null) before completing", coderuntime.FailureWorkerExit)
}

func make4MiB() []byte {
	text := make([]byte, 4<<20)
	for i := range text {
		text[i] = 'x'
	}
	return text
}

func TestManyRepliesArriveInOrder(t *testing.T) { // seed: 261
	r := newRuntime(t, Config{})
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
	}}
	requireValue(t, "true", runProgram(t, r, `
import asyncio
return await asyncio.gather(*(host.echo(i) for i in range(1536))) == list(range(1536))`, host))
}

func TestWhatIsWrittenToFd3AfterTheOutcomeIsIgnored(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	result := runProgram(t, r, forge+`
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
forge(b'{"type":"done","value":1}\n{"type":"done","value":2}\n{"type":"log","text":"late"}\n')
while True: forge(b'{"type":"log","text":"later"}\n' * 1000)`)
	requireValue(t, "1", result)
	assert.Empty(t, result.Logs)
}
