package hostfuncs_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"coderuntime/hostfuncs"
	"coderuntime/internal/memfs"
)

const (
	// artefactVariable names the directory with python.wasm and stdlib.zip that these tests run.
	artefactVariable = "CODERUNTIME_TEST_ARTEFACT"
	// compiledVariable may name a directory that keeps the compiled module between test runs.
	compiledVariable = "CODERUNTIME_TEST_COMPILED"
)

// bootFile makes a guest that runs the program it reads from fd 3, one per step.
const bootFile = `
import os, sys, traceback
def step():
    try:
        source = b""
        while True:
            try:
                source += os.read(3, 65536)
            except BlockingIOError:
                break
        exec(compile(source, "program", "exec"), {"__name__": "__main__"})
    except Exception:
        os.write(3, b"FAILED " + traceback.format_exc().encode())
    sys.stdout.flush()
    sys.stderr.flush()
    return -1
`

// A python is what the tests of one process share: compiling takes seconds.
type python struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	tree    *memfs.Tree
	archive []byte
}

var sharedPython = sync.OnceValues(func() (*python, error) {
	dir := os.Getenv(artefactVariable)
	code, err := os.ReadFile(filepath.Join(dir, "python.wasm"))
	if err != nil {
		return nil, err
	}
	p := &python{}
	if p.archive, err = os.ReadFile(filepath.Join(dir, "stdlib.zip")); err != nil {
		return nil, err
	}
	if p.tree, err = memfs.NewTree(p.archive, map[string][]byte{"guest/boot.py": []byte(bootFile)}); err != nil {
		return nil, err
	}
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().WithDebugInfoEnabled(false)
	if dir := os.Getenv(compiledVariable); dir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(dir)
		if err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(cache)
	}
	p.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := hostfuncs.Instantiate(ctx, p.runtime); err != nil {
		return nil, err
	}
	p.module, err = p.runtime.CompileModule(ctx, code)
	return p, err
})

func usePython(t testing.TB) *python {
	if os.Getenv(artefactVariable) == "" {
		t.Skipf("%s is not set: it names a directory with python.wasm and stdlib.zip", artefactVariable)
	}
	p, err := sharedPython()
	require.NoError(t, err)
	return p
}

// A queue is a Channel that keeps what was written.
type queue struct {
	frames [][]byte
	wrote  bytes.Buffer
}

func (q *queue) Receive(p []byte) { q.wrote.Write(p) }

func (q *queue) Take() []byte {
	if len(q.frames) == 0 {
		return nil
	}
	frame := q.frames[0]
	q.frames = q.frames[1:]
	return frame
}

// An interpreter is a booted instance.
type interpreter struct {
	guest   *hostfuncs.Guest
	channel *queue
	output  bytes.Buffer
	ctx     context.Context
	module  api.Module
}

func boot(t testing.TB, limits hostfuncs.Limits) *interpreter {
	p := usePython(t)
	i := &interpreter{guest: hostfuncs.NewGuest(p.tree, limits), channel: &queue{}}
	i.guest.Channel = i.channel
	i.guest.Stdout = func(p []byte) { i.output.Write(p) }
	i.guest.Stderr = i.guest.Stdout
	i.ctx = hostfuncs.With(context.Background(), i.guest)
	module, err := p.runtime.InstantiateModule(i.ctx, p.module, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	require.NoError(t, err)
	t.Cleanup(func() { module.Close(context.Background()) })
	i.module = module
	fuel := module.ExportedGlobal("fuel").(api.MutableGlobal)
	tick := i.guest.Tick
	i.guest.Tick = func() error {
		fuel.Set(1_000_000)
		if tick != nil {
			return tick()
		}
		return nil
	}
	_, err = module.ExportedFunction("_initialize").Call(i.ctx)
	require.NoError(t, err)
	result, err := module.ExportedFunction("boot").Call(i.ctx)
	require.NoError(t, err)
	require.Zero(t, result[0], i.output.String())
	require.True(t, i.guest.Pristine(), "booting leaves nothing open")
	return i
}

// run runs a program and returns what it wrote to fd 3.
func (i *interpreter) run(program string) (string, error) {
	i.channel.wrote.Reset()
	i.channel.frames = append(i.channel.frames, []byte(program))
	_, err := i.module.ExportedFunction("step").Call(i.ctx)
	return i.channel.wrote.String(), err
}

// preamble gives programs a way to answer.
const preamble = `
import os
def say(*things):
    os.write(3, " ".join(map(str, things)).encode() + b"\n")
`

// What no guest needs, no guest shall have.
func TestTheModuleImportsExactlyWhatThereIs(t *testing.T) {
	p := usePython(t)
	imported := map[string]bool{}
	for _, f := range p.module.ImportedFunctions() {
		module, name, _ := f.Import()
		imported[module+"."+name] = true
	}
	assert.Equal(t, hostfuncs.Surface(), imported)
}

func TestPythonProgramsSeeAnOrdinaryFileSystem(t *testing.T) {
	usePython(t)
	for _, test := range pythonPrograms {
		t.Run(test.name, func(t *testing.T) {
			i := boot(t, hostfuncs.Limits{})
			wrote, err := i.run(preamble + test.program)
			require.NoError(t, err)
			assert.Equal(t, strings.TrimSpace(test.wrote), strings.TrimSpace(wrote), i.output.String())
			i.guest.Reset()
			assert.True(t, i.guest.Pristine())
		})
	}
}

func TestPythonSleepEndsWhenTheHostSaysSo(t *testing.T) {
	i := boot(t, hostfuncs.Limits{})
	over := errors.New("the run is over")
	var asked time.Duration
	i.guest.Sleep = func(d time.Duration) error {
		asked = d
		return over
	}
	_, err := i.run("import time\ntry:\n    time.sleep(3600)\nfinally:\n    print('never')")
	require.ErrorIs(t, err, over)
	assert.InDelta(t, time.Hour, asked, float64(time.Minute))
	assert.NotContains(t, i.output.String(), "never")
}

func TestPythonLoopsEndWhenTickSaysSo(t *testing.T) {
	i := boot(t, hostfuncs.Limits{})
	over := errors.New("the run is over")
	i.guest.Tick = func() error { return over }
	_, err := i.run("while True: pass")
	require.ErrorIs(t, err, over)
}

func TestPythonExitCodesReachTheHostAsEightBits(t *testing.T) {
	for code, want := range map[string]uint32{"7": 7, "0": 0, "-1": 255} {
		i := boot(t, hostfuncs.Limits{})
		_, err := i.run("import os\nos._exit(" + code + ")")
		var exit *sys.ExitError
		require.ErrorAs(t, err, &exit)
		assert.Equal(t, want, exit.ExitCode())
		assert.NotErrorIs(t, err, context.Canceled)
	}
}
