package wasm

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// spinners keep the interpreter busy, each in another part of it.
var spinners = map[string]string{
	"a Python loop":               "while True: pass",
	"a sum of a range":            "sum(range(10**12))",
	"a regular expression":        "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')",
	"a power of a big integer":    "3 ** (10 ** 7) ** 2",
	"a sort with a slow key":      "sorted(range(10**6), key=lambda n: sum(range(1000)))",
	"a search in a huge string":   "x = 'ab' * 10**7\nwhile True: ('b' * 50) in x",
	"a recursion":                 "def f(n): return f(n - 1) + f(n - 2) if n > 1 else 1\nf(60)",
	"a join of huge lists":        "while True: ''.join(['x'] * 10**6)",
	"a comprehension":             "[n for n in range(10**12) if n < 0]",
	"a decimal computation":       "import decimal\ndecimal.getcontext().prec = 10**6\nx = decimal.Decimal(2).sqrt()\nwhile True: x = x * x % 3",
	"a hash of a long text":       "import hashlib\nwhile True: hashlib.sha256(bytes(10**6)).digest()",
	"a loop that catches it all":  "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
	"a loop of host-free awaits":  "import asyncio\nwhile True: await asyncio.sleep(0)",
	"a compilation of long texts": "while True: compile('x = 1\\n' * 10**4, 'f', 'exec')",
	"a loop with a long body":     "exec('while True:\\n' + ' x = 1\\n' * 10**4)",
	"copies of a large text":      "x = 'a' * 10**7\nwhile True: x + 'b'",
	"large buffers":               "while True: bytes(10**7)",
	"copies of a large list":      "x = [None] * 10**6\nwhile True: x[:]",
	"long straight code":          "code = compile('x = 1\\n' * 10**5, 'f', 'exec')\nwhile True: exec(code)",
}

func TestABusyProgramIsAbortedWhereverItIsBusy(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Memory: 256 * coderuntime.MiB, Wall: time.Minute}})
	for name, program := range spinners {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			timer := time.AfterFunc(200*time.Millisecond, func() { cancel(errors.New("enough")) })
			defer timer.Stop()
			result, err := r.Run(ctx, coderuntime.Request{Program: program})
			require.NoError(t, err)
			assert.Equal(t, &coderuntime.Failure{Kind: coderuntime.FailureAbort, Message: "enough"}, result.Failure)
		})
	}
}

// Each of these is one call of C code that takes seconds, in which Python never gets a turn.
var longCalls = map[string]string{
	"a sum":                    "return sum(range(4 * 10**7))",
	"a regular expression":     "import re\nreturn re.match(r'(a+)+$', 'a' * 24 + 'b')",
	"a power of a big integer": "return 3 ** (4 * 10**6) % 7",
}

func TestAGarbageCollectionOfTheHostDoesNotWaitForALongCallToEnd(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: 5 * time.Minute, CPU: 5 * time.Minute}})
	for name, call := range longCalls {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ready := make(chan struct{})
			results := make(chan coderuntime.Result, 1)
			go func() {
				result, err := r.Run(ctx, coderuntime.Request{
					Program: "await tools.ready(None)\n" + call,
					Bindings: tools(map[string]coderuntime.Function{"ready": func(context.Context, json.RawMessage) (json.RawMessage, error) {
						close(ready)
						return nil, nil
					}}),
				})
				assert.NoError(t, err)
				results <- result
			}()
			<-ready
			for range 5 {
				runtime.GC()
			}
			cancel()
			result := <-results
			require.NotNil(t, result.Failure, "the call was over before five collections were")
			assert.Equal(t, coderuntime.FailureAbort, result.Failure.Kind)
		})
	}
}

func TestTheSameProgramUsesTheSameFuel(t *testing.T) {
	r := newTestRuntime(t, Config{})
	fuel := func(program string) int64 {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		require.Nil(t, result.Failure)
		r.pool.recycling.Wait()
		return result.Stats.Fuel
	}
	program := "import json, re\nx = [json.dumps({'n': n}) for n in range(500)]\nreturn len(re.findall('1', str(x)))"
	first := fuel(program)
	assert.Positive(t, first)
	for range 5 {
		assert.Equal(t, first, fuel(program))
	}
	assert.Greater(t, fuel("for n in range(10**6): pass"), fuel("for n in range(10**5): pass"))
}

// Otherwise a program that does nothing else would tick once in thousands of them.
func TestMemoryThatIsCopiedOrFilledUsesFuel(t *testing.T) {
	r := newTestRuntime(t, Config{})
	for _, program := range []string{
		"bytes(10**7)", "x = bytearray(10**7)", "b'1' * 10**7", "x = 'a' * 10**7", "x = [None] * 10**6; x[:]", "x = bytearray(10**7); x[1:]",
	} {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		require.Nil(t, result.Failure)
		assert.Greater(t, result.Stats.Fuel, int64(5000), program)
	}
}

// Each of these is over the bound within one of 100 MB or more.
func TestLargeCopiesAndFillingsAreEndedBetweenTwoPieces(t *testing.T) {
	const bound = 1_000_000
	r := newTestRuntime(t, Config{Fuel: bound, Limits: coderuntime.Limits{Memory: coderuntime.GiB}})
	for _, program := range []string{"b'1' * (3 * 10**8)", "x = bytearray(10**8); x = x + x", "x = [None] * 10**6; x = x * 80"} {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		assert.Equal(t, &coderuntime.Failure{Kind: coderuntime.FailureTimeout, Message: "fuel exhausted (limit 1000000)"}, result.Failure, program)
		assert.InDelta(t, bound, result.Stats.Fuel, 1100, "%s: 128 KiB take 1024", program)
		assertAlive(t, r)
	}
}

func TestAProgramOverItsFuelIsATimeoutThatNamesIt(t *testing.T) {
	r := newTestRuntime(t, Config{Fuel: 2_000_000})
	result, err := r.Run(t.Context(), coderuntime.Request{Program: "while True: pass"})
	require.NoError(t, err)
	assert.Equal(t, &coderuntime.Failure{Kind: coderuntime.FailureTimeout, Message: "fuel exhausted (limit 2000000)"}, result.Failure)
	assert.InDelta(t, 2_000_000, result.Stats.Fuel, 1)
	assertAlive(t, r)
}
