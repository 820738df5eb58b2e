package wasm

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero/api"

	"coderuntime"
)

// stackSize looks into wazero for the size of the stack that a function runs on.
func stackSize(t *testing.T, f api.Function) coderuntime.ByteSize {
	t.Helper()
	stack := reflect.ValueOf(f).Elem().FieldByName("stack")
	require.True(t, stack.IsValid(), "wazero has changed: see what bounds its stack now")
	return coderuntime.ByteSize(stack.Len())
}

// smallStack is what a run may begin with and keep while it waits.
const smallStack = 128 * coderuntime.KiB

// ordinaryStack is more than recursions have under the recursion limit as it is. The documentation says so.
const ordinaryStack = 24 * coderuntime.MiB

// recursions are the deepest that programs get which leave the recursion limit as it is.
var recursions = map[string]string{
	"python":     "def f(): f()\nf()",
	"attribute":  "class A:\n  def __getattr__(self, name): return getattr(self, name)\nA().x",
	"sort key":   "def f(n): return sorted([1], key=f)\nf(1)",
	"repr":       "x = []\nfor _ in range(20_000): x = [x]\nrepr(x)",
	"comparison": "x = []\ny = []\nfor _ in range(20_000): x = [x]; y = [y]\nx == y",
	"json":       "import json\njson.loads('[' * 100_000)",
	"json dump":  "import json\nx = []\nfor _ in range(20_000): x = [x]\njson.dumps(x)",
	"pickle":     "import pickle\nx = []\nfor _ in range(20_000): x = [x]\npickle.dumps(x)",
	"marshal":    "import marshal\nmarshal.loads(b'(\\1\\0\\0\\0' * 10_000)",
	"copy":       "import copy\nx = []\nfor _ in range(20_000): x = [x]\ncopy.deepcopy(x)",
	"compile":    "compile('-' * 100_000 + '1', 'text', 'exec')",
	"brackets":   "compile('(' * 100_000, 'text', 'exec')",
	"attributes": "compile('a' + '.a' * 100_000, 'text', 'exec')",
	"pattern":    "import re\nre.match('(?:' * 90 + 'a' + ')*' * 90, 'a' * 100_000)",
	"generators": "def g(it): yield from it\nit = iter([1])\nfor _ in range(20_000): it = g(it)\nnext(it)",
	"iterators":  "it = iter([1])\nfor _ in range(20_000): it = map(abs, it)\nnext(it)",
	"slices":     "x = None\nfor _ in range(50_000): x = slice(x)\ndel x",
	"subclasses": "class O: pass\nx = None\nfor _ in range(50_000):\n  y = O(); y.n = x; x = y\ny = None\ndel x",
}

// deepRecursions need all the stack that there is. Some of them end in an exception, some in a trap.
var deepRecursions = map[string]string{
	"attribute": "class A:\n  def __getattr__(self, name): return getattr(self, name)\nA().x",
	"join":      "def f(): return ''.join(f() for _ in [1])\nf()",
	"wrappers":  "f = (lambda: 1).__call__\nfor _ in range(10**6): f = f.__call__\nf()",
	"proxies":   "import types\nx = {}\nfor _ in range(10**6): x = types.MappingProxyType(x)\nlen(x)",
}

// stackOf runs a program and returns how large its stack was in the end.
func stackOf(t *testing.T, r *Runtime, program string) coderuntime.ByteSize {
	t.Helper()
	inst, _, err := r.pool.take(nil)
	require.NoError(t, err)
	onIt := inst.stepFunction
	r.pool.mu.Lock()
	r.pool.put(idle{inst: inst})
	r.pool.mu.Unlock()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
	require.NoError(t, err)
	r.pool.recycling.Wait()
	size := stackSize(t, onIt)
	if result.Failure != nil {
		lines := strings.Split(result.Failure.Message, "\n")
		t.Logf("%d bytes, %s: %.100s", size, result.Failure.Kind, lines[len(lines)-1])
	}
	assert.Greater(t, size, smallStack)
	assert.LessOrEqual(t, result.Stats.PeakMemory, linearMemory(r.limits))
	return size
}

func TestNoRecursionNeedsMoreStackThanIsSetAside(t *testing.T) {
	for _, set := range []struct {
		name     string
		prelude  string
		programs map[string]string
		most     coderuntime.ByteSize
	}{
		{"ordinary", "", recursions, ordinaryStack},
		{"without a recursion limit", "import sys\nsys.setrecursionlimit(10**9)\n", deepRecursions, mostStack},
	} {
		t.Run(set.name, func(t *testing.T) {
			r := newTestRuntime(t, Config{Idle: 1})
			largest := coderuntime.ByteSize(0)
			for name, program := range set.programs {
				t.Run(name, func(t *testing.T) {
					size := stackOf(t, r, set.prelude+program)
					largest = max(largest, size)
					assert.LessOrEqual(t, size, set.most)
				})
			}
			assert.Greater(t, largest, set.most/2, "no less would do")
		})
	}
}

func TestTheNextRunDoesNotGetTheStackOfTheLast(t *testing.T) {
	r := newTestRuntime(t, Config{Idle: 1})
	assert.Greater(t, stackOf(t, r, recursions["json"]), coderuntime.MiB)
	inst, start, err := r.pool.take(nil)
	require.NoError(t, err)
	defer inst.discard(t.Context())
	assert.Equal(t, startReset, start, "though it is the same instance")
	assert.LessOrEqual(t, stackSize(t, inst.stepFunction), smallStack)
}

func TestAProgramThatWaitsHoldsNoStackOfEarlierRecursion(t *testing.T) {
	for name, wait := range map[string]string{
		"for a function":        "await tools.hang(None)",
		"for several functions": "await asyncio.gather(tools.hang(None), tools.hang(None))",
		"for a timer":           "await asyncio.sleep(1000)",
	} {
		t.Run(name, func(t *testing.T) {
			r := newTestRuntime(t, Config{})
			assert.Equal(t, 1, value[int](t, r, "return 1"))
			before := heap()
			reached := make(chan struct{})
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, err := r.Run(ctx, coderuntime.Request{
					Program: "import asyncio, sys\nsys.setrecursionlimit(10**9)\ndef f(): return ''.join(f() for _ in [1])\n" +
						"try: f()\nexcept RecursionError: pass\nawait tools.reached(None)\n" + wait,
					Bindings: tools(map[string]coderuntime.Function{
						"reached": func(context.Context, json.RawMessage) (json.RawMessage, error) { close(reached); return nil, nil },
						"hang": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
							<-ctx.Done()
							return nil, context.Cause(ctx)
						},
					}),
				})
				assert.NoError(t, err)
			}()
			<-reached
			assert.Eventually(t, func() bool { return heap() < before+4*coderuntime.MiB }, 10*time.Second, time.Millisecond)
			cancel()
			<-ended
		})
	}
}

// heap is what Go's heap holds that is in use.
func heap() coderuntime.ByteSize {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return coderuntime.ByteSize(sample[0].Value.Uint64())
}

func TestTheMemoryLimitCoversLinearMemoryAndTheNativeStack(t *testing.T) {
	const mib = coderuntime.MiB
	for _, tc := range []struct{ memory, output, linear coderuntime.ByteSize }{
		{65 * mib, 0, 49 * mib},
		{256 * mib, 0, 240 * mib},
		{400 * mib, 0, 384 * mib},
		{440 * mib, 0, 384 * mib},
		{480 * mib, 0, 384 * mib},
		{0, 0, 416 * mib},
		{512 * mib, 32 * mib, 448 * mib},
		{math.MaxInt64, 0, math.MaxInt64 - mostStack},
	} {
		limits, err := coderuntime.Limits{Memory: tc.memory, Value: tc.output}.Resolve()
		require.NoError(t, err)
		assert.Equal(t, tc.linear, linearMemory(limits), "%v", tc.memory)
	}
}

func TestWhatIsSetAsideForTheStackLeavesRoomForTheInterpreterAndItsOutputs(t *testing.T) {
	last := coderuntime.ByteSize(0)
	for memory := coderuntime.InterpreterMemory + coderuntime.MiB; memory < coderuntime.GiB; memory += coderuntime.MiB {
		for _, output := range []coderuntime.ByteSize{64, (memory - coderuntime.InterpreterMemory - 1) / outputExpansion} {
			output = min(output, coderuntime.MaxOutput)
			limits, err := coderuntime.Limits{Memory: memory, Value: output, Log: 64}.Resolve()
			require.NoError(t, err)
			image := coderuntime.InterpreterMemory - leastStack
			require.GreaterOrEqual(t, linearMemory(limits), image+outputExpansion*output)
			if output == 64 {
				require.GreaterOrEqual(t, linearMemory(limits), last, "a larger limit never leaves less")
				last = linearMemory(limits)
			}
		}
	}
}

func TestAProgramAtTheSmallestMemoryLimitRuns(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Memory: coderuntime.InterpreterMemory + coderuntime.MiB, Log: 1024, Value: 1024}})
	assert.LessOrEqual(t, coderuntime.ByteSize(r.engine.image.size), coderuntime.InterpreterMemory-leastStack)
	assert.Equal(t, 499500, value[int](t, r, "return sum([n for n in range(1000)])"))
}

func TestAProgramThatFillsItsMemoryLeavesRoomForTheStack(t *testing.T) {
	limit := coderuntime.DefaultLimits().Memory
	r := newTestRuntime(t, Config{})
	result, err := r.Run(t.Context(), coderuntime.Request{Program: `
held = []
try:
    while True: held.append(bytes(1 << 20))
except MemoryError:
    pass
return len(held)`})
	require.NoError(t, err)
	require.Nil(t, result.Failure)
	assert.LessOrEqual(t, result.Stats.PeakMemory+mostStack, limit)
	assert.Greater(t, result.Stats.PeakMemory+mostStack, limit-8*coderuntime.MiB, "and not more than that")
}
