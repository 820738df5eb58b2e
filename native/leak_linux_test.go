package native

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// repetitionsVariable is how often each kind of outcome is repeated, if it is not 3.
const repetitionsVariable = "CODERUNTIME_TEST_REPETITIONS"

// holdings are what this process has of the kernel and of the Go runtime.
type holdings struct {
	Descriptors, Goroutines int
	Children                []string
	Directories             []os.DirEntry
}

func takeStock(t *testing.T, dir string) holdings {
	t.Helper()
	descriptors, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	directories, err := os.ReadDir(dir)
	require.NoError(t, err)
	return holdings{len(descriptors), runtime.NumGoroutine(), children(t), directories}
}

func TestNoOutcomeLeavesAnythingBehind(t *testing.T) { // seed: 263
	repetitions := 3
	if text, isSet := os.LookupEnv(repetitionsVariable); isSet {
		repetitions = atoi(t, text)
	}
	done, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("before"))
	broken := wrapper(t, "")
	limits := coderuntime.Limits{Grace: quickGrace, Value: 4096}
	short, oneSecond := limits, limits
	short.Wall = time.Millisecond
	oneSecond.CPU = time.Second
	for _, c := range []struct {
		name    string
		limits  coderuntime.Limits
		program string
		ctx     context.Context
		kind    coderuntime.FailureKind
	}{
		{"a value", limits, "print('x')\nreturn await host.echo(1)", nil, ""},
		{"an exception", limits, "1 / 0", nil, coderuntime.FailureException},
		{"a value that is not JSON", limits, "return {1}", nil, coderuntime.FailureInvalidOutput},
		{"a value that is too long", limits, "return 'x' * 5000", nil, coderuntime.FailureOutputLimit},
		{"an exit", limits, "import os\nos._exit(1)", nil, coderuntime.FailureWorkerExit},
		{"a forged frame that is too long", limits, forge + "forge(b'x' * (65 << 20))", nil, coderuntime.FailureWorkerExit},
		{"a wall limit", short, "while True: pass", nil, coderuntime.FailureTimeout},
		{"a CPU limit", oneSecond, "while True: pass", nil, coderuntime.FailureTimeout},
		{"an abort before", limits, "return 1", done, coderuntime.FailureAbort},
		{"an abort by a function", limits, "await host.abort(1)\nwhile True: pass", nil, coderuntime.FailureAbort},
		{"calls without an answer", limits, "import asyncio\nfor _ in range(100): asyncio.ensure_future(host.never(1))\nawait asyncio.sleep(0)\nreturn 1", nil, ""},
		{"a survivor in the group", limits, survivor + "return 1", nil, ""},
		{"SIGTERM ignored", limits, ignoreTerm + "return 1", nil, ""},
		{"files", limits, "import os\nfor i in range(100): os.makedirs(f'{i}/a/b')", nil, ""},
	} {
		for _, prestart := range []int{0, 1} {
			t.Run(c.name+", "+strconv.Itoa(prestart)+" prestarted", func(t *testing.T) {
				dir := t.TempDir()
				before := takeStock(t, dir)
				r, err := New(Config{Limits: c.limits, Python: broken, Prestart: prestart, TempDir: dir})
				require.NoError(t, err)
				for range repetitions {
					ctx, abort := context.WithCancelCause(context.Background())
					if c.ctx != nil {
						abort(context.Cause(c.ctx))
					}
					result, err := r.Run(ctx, coderuntime.Request{Program: c.program, Bindings: []coderuntime.Namespace{{
						Global: "host", Functions: map[string]coderuntime.Function{
							"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
							"abort": func(context.Context, json.RawMessage) (json.RawMessage, error) {
								abort(errors.New("enough"))
								return nil, nil
							},
							"never": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
								<-ctx.Done()
								return nil, context.Cause(ctx)
							},
						}}}})
					abort(nil)
					require.NoError(t, err)
					if c.kind == "" {
						require.Nil(t, result.Failure)
					} else {
						require.NotNil(t, result.Failure)
						require.Equal(t, c.kind, result.Failure.Kind, result.Failure.Message)
					}
				}
				closeRuntime(t, r)
				var after holdings
				for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
					// Goroutines that have let go of everything may still be on their last line.
					after = takeStock(t, dir)
					if after.Goroutines <= before.Goroutines || time.Now().After(deadline) {
						break
					}
				}
				assert.LessOrEqual(t, after.Goroutines, before.Goroutines)
				assert.Equal(t, before.Descriptors, after.Descriptors)
				assert.Empty(t, after.Children)
				assert.Empty(t, after.Directories)
			})
		}
	}
}
