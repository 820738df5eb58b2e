//go:build linux

package native

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"coderuntime"
)

// patience is how long a test waits for something that must happen; it is never reached when the
// promise holds.
const patience = 30 * time.Second

// quickGrace is a grace period for tests that have to sit through one.
const quickGrace = 100 * time.Millisecond

// python is the interpreter that a bare python3 stands for, found once. It may be the shim of a version
// manager, which takes seconds on a busy machine: then it is asked again.
var python = sync.OnceValues(func() (path string, err error) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var r *Runtime
		if r, err = New(Config{}); err == nil {
			return r.Python(), r.Close(context.Background())
		}
	}
	return "", err
})

func pythonPath(t *testing.T) string {
	t.Helper()
	path, err := python()
	require.NoError(t, err, "the tests need a CPython 3.10 or newer as python3 on PATH")
	return path
}

// newRuntime makes a runtime whose private directories are in a directory of the test, and checks
// in the end that none of them is left.
func newRuntime(t *testing.T, config Config) *Runtime {
	t.Helper()
	if config.Python == "" {
		config.Python = pythonPath(t)
	}
	if config.TempDir == "" {
		config.TempDir = t.TempDir()
	}
	r, err := New(config)
	require.NoError(t, err)
	t.Cleanup(func() {
		closeRuntime(t, r)
		left, err := os.ReadDir(config.TempDir)
		if assert.NoError(t, err) {
			assert.Empty(t, left, "private directories are left")
		}
	})
	return r
}

func closeRuntime(t *testing.T, r *Runtime) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	assert.NoError(t, r.Close(ctx))
}

// run runs a program that may not be misuse.
func runProgram(t *testing.T, r *Runtime, program string, bindings ...coderuntime.Namespace) coderuntime.Result {
	t.Helper()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program, Bindings: bindings})
	require.NoError(t, err)
	return result
}

func runIn(t *testing.T, config Config, program string) coderuntime.Result {
	t.Helper()
	return runProgram(t, newRuntime(t, config), program)
}

// requireValue checks that a run completed with a value, given as JSON.
func requireValue(t *testing.T, want string, result coderuntime.Result) {
	t.Helper()
	require.Nil(t, result.Failure, "logs: %q", result.Logs)
	require.Equal(t, want, string(result.Value))
}

// requireFailure checks that a run failed in one of the given ways and has no value.
func requireFailure(t *testing.T, result coderuntime.Result, message string, kinds ...coderuntime.FailureKind) {
	t.Helper()
	require.NotNil(t, result.Failure, "value: %s, logs: %q", result.Value, result.Logs)
	require.Contains(t, kinds, result.Failure.Kind, result.Failure.Message)
	require.Contains(t, result.Failure.Message, message)
	require.Nil(t, result.Value)
}

// decode reads the value of a completed run.
func decode[T any](t *testing.T, result coderuntime.Result) T {
	t.Helper()
	require.Nil(t, result.Failure, "logs: %q", result.Logs)
	var value T
	require.NoError(t, json.Unmarshal(result.Value, &value))
	return value
}

// script writes an executable file.
func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o755))
	return path
}

// wrapper is an interpreter that is started under what a line of shell sets up.
func wrapper(t *testing.T, setUp string) string {
	t.Helper()
	return script(t, "python3", "#!/bin/sh\n"+setUp+"\nexec '"+pythonPath(t)+"' \"$@\"\n")
}

// signalling returns a namespace "host" with a function "ready" and a channel that gets its argument.
func signalling() (coderuntime.Namespace, <-chan string) {
	ready := make(chan string, 16)
	return coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"ready": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			ready <- string(args)
			return nil, nil
		},
	}}, ready
}

// receive waits for what a program says.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(patience):
		require.FailNow(t, "nothing came")
		panic("unreachable")
	}
}

// start runs a program in the background.
func start(t *testing.T, ctx context.Context, r *Runtime, program string, bindings ...coderuntime.Namespace) <-chan coderuntime.Result {
	t.Helper()
	results := make(chan coderuntime.Result, 1)
	go func() {
		result, err := r.Run(ctx, coderuntime.Request{Program: program, Bindings: bindings})
		assert.NoError(t, err)
		results <- result
	}()
	return results
}

// isAlive reports whether a process exists and is no zombie.
func isAlive(pid int) bool {
	return unix.Kill(pid, 0) == nil && processState(pid) != "Z"
}

// killInTheEnd ends a process that a program has put beyond the runtime's reach.
func killInTheEnd(t *testing.T, pid int) {
	t.Helper()
	require.Greater(t, pid, 1)
	t.Cleanup(func() { unix.Kill(pid, unix.SIGKILL) })
}
