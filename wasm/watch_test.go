package wasm

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func tools(functions map[string]coderuntime.Function) []coderuntime.Namespace {
	return []coderuntime.Namespace{{Global: "tools", Functions: functions}}
}

// stuck is a function that returns when it is let go, whatever its context says.
func stuck(t *testing.T) (function coderuntime.Function, entered <-chan struct{}, letGo func()) {
	in, out := make(chan struct{}, 1), make(chan struct{})
	letGo = func() { close(out) }
	return func(context.Context, json.RawMessage) (json.RawMessage, error) {
		in <- struct{}{}
		<-out
		return json.RawMessage(`"late"`), nil
	}, in, letGo
}

func TestARunEndsWhenItIsCancelledWhateverItsFunctionDoes(t *testing.T) {
	r := newTestRuntime(t, Config{})
	function, entered, letGo := stuck(t)
	defer letGo()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-entered
		cancel()
	}()
	result, err := r.Run(ctx, coderuntime.Request{Program: "return await tools.stuck(None)", Bindings: tools(map[string]coderuntime.Function{"stuck": function})})
	require.NoError(t, err)
	require.NotNil(t, result.Failure)
	assert.Equal(t, coderuntime.FailureAbort, result.Failure.Kind)
}

func TestAnAnswerThatComesLateIsDeliveredAndCallsGoOn(t *testing.T) {
	r := newTestRuntime(t, Config{})
	slow, entered, letGo := stuck(t)
	go func() {
		<-entered
		time.Sleep(5 * patience) // until another goroutine goes on with the run, or not: it must be right both ways
		letGo()
	}()
	result, err := r.Run(t.Context(), coderuntime.Request{
		Program: "first = await tools.slow(None)\nreturn [first] + [await tools.fast(n) for n in range(50)]",
		Bindings: tools(map[string]coderuntime.Function{
			"slow": slow,
			"fast": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
		}),
	})
	require.NoError(t, err)
	require.Nil(t, result.Failure)
	var got []any
	require.NoError(t, json.Unmarshal(result.Value, &got))
	require.Len(t, got, 51)
	assert.Equal(t, "late", got[0])
	assert.Equal(t, 49.0, got[50])
	assert.Equal(t, 51, result.Stats.Calls)
}

func TestAFunctionMayRunAProgramOnTheSameRuntime(t *testing.T) {
	r := newTestRuntime(t, Config{})
	nested := func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		result, err := r.Run(ctx, coderuntime.Request{
			Program:  "return await tools.two(None)",
			Bindings: tools(map[string]coderuntime.Function{"two": func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage("2"), nil }}),
		})
		return result.Value, err
	}
	got := valueWith[int](t, r, "return 1 + await tools.nested(None)", tools(map[string]coderuntime.Function{"nested": nested}))
	assert.Equal(t, 3, got)
}

func TestAFunctionThatEndsItsGoroutineFailsItsCallAlone(t *testing.T) {
	r := newTestRuntime(t, Config{})
	got := valueWith[[]any](t, r, `
out = []
for name in ("exit", "exit", "one"):
    try:
        out.append(await tools[name](None))
    except Exception as error:
        out.append(str(error))
return out`, tools(map[string]coderuntime.Function{
		"exit": func(context.Context, json.RawMessage) (json.RawMessage, error) { runtime.Goexit(); return nil, nil },
		"one":  func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage("1"), nil },
	}))
	assert.Equal(t, []any{"binding did not return", "binding did not return", 1.0}, got)
}

func TestTheWatchWakesUpForACall(t *testing.T) {
	r := newTestRuntime(t, Config{})
	// A run whose function is stuck has been taken over: after a while the watch has nothing to look at.
	first, entered, letGo := stuck(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, err := r.Run(t.Context(), coderuntime.Request{Program: "return await tools.stuck(None)", Bindings: tools(map[string]coderuntime.Function{"stuck": first})})
		assert.NoError(t, err)
		assert.Equal(t, `"late"`, string(result.Value))
	}()
	<-entered
	require.Eventually(t, watched.parked.Load, 10*time.Second, time.Millisecond)
	TestARunEndsWhenItIsCancelledWhateverItsFunctionDoes(t)
	letGo()
	<-done
	require.Eventually(t, func() bool {
		watched.mu.Lock()
		defer watched.mu.Unlock()
		return !watched.working && len(watched.runs) == 0
	}, 10*time.Second, time.Millisecond, "and it ends with the last run")
}

func valueWith[T any](t *testing.T, r *Runtime, program string, bindings []coderuntime.Namespace) T {
	t.Helper()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program, Bindings: bindings})
	require.NoError(t, err)
	require.Nil(t, result.Failure)
	var got T
	require.NoError(t, json.Unmarshal(result.Value, &got))
	return got
}
