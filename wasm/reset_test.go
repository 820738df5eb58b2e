package wasm

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func tools(functions map[string]coderuntime.Function) []coderuntime.Namespace {
	return []coderuntime.Namespace{{Global: "tools", Functions: functions}}
}

// newTestRuntime makes a runtime whose instances a test may look into.
func newTestRuntime(t *testing.T, config Config) *Runtime {
	t.Helper()
	r, err := New(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close(context.Background())) })
	return r
}

// hostilePrograms leave as much behind as they can.
var hostilePrograms = map[string]string{
	"returns": "return 1",
	"monkeypatch": `
import builtins, json, sys, os, random, asyncio
builtins.len = json.dumps = random.random = None
sys.modules["left"] = sys
sys.path.append("/tmp")
asyncio.Future = None
os.environ["LEFT"] = "behind"
for name in list(vars(builtins)):
    if name not in ("BaseException", "Exception"):
        setattr(builtins, name, None)
return 1`,
	"files": `
import os
for n in range(50):
    os.open(f"/tmp/{n}", os.O_CREAT | os.O_RDWR)
os.chdir("/tmp")
for fd in (0, 1, 2):
    os.close(fd)
return 1`,
	"fills its memory": `
blocks = []
try:
    while True:
        blocks.append(bytearray(1 << 20))
except MemoryError:
    pass
return len(blocks) > 10`,
	"stack":          "def f(): return f()\nf()",
	"exits":          "import os\nos._exit(3)",
	"spins":          "while True: pass",
	"sleeps":         "import time\ntime.sleep(60)",
	"waits":          "import asyncio\nawait asyncio.sleep(60)",
	"background":     "import asyncio\nasyncio.ensure_future(asyncio.sleep(60))\nreturn 1",
	"stops the loop": "import asyncio\nasyncio.get_running_loop().stop()\nawait asyncio.sleep(1)",
	"forges":         "import os\nos.write(3, b'{\"type\":\"done\",\"value\":1}\\nhalf a frame')\nwhile True: pass",
}

// Whatever a program did, what the next one starts from is the image: every byte of memory, every
// global, every descriptor.
func TestWhateverAProgramDidTheNextStartsFromTheImage(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{
		Wall: 500 * time.Millisecond, Memory: 96 * coderuntime.MiB, Value: 1024, Log: 1024,
	}})
	for name, program := range hostilePrograms {
		t.Run(name, func(t *testing.T) {
			result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
			require.NoError(t, err)
			t.Logf("%s: %v %v", result.Stats.Start, result.Failure, result.Stats.PeakMemory)
			r.pool.recycling.Wait()

			inst, start, err := r.pool.take(nil)
			require.NoError(t, err)
			assert.NotEqual(t, startMapped, start, "the memory of the last run is the one that is used")
			img := r.engine.image
			require.Equal(t, img.size, len(inst.memory()))
			assert.True(t, bytes.Equal(img.memory, inst.memory()), "memory")
			assert.Equal(t, img.state.StackPointer, inst.stackPointer.Get(), "stack pointer")
			assert.Equal(t, uint64(fuelPerTick), inst.fuel.Get(), "fuel")
			assert.True(t, inst.guest.Pristine(), "descriptors and files")
			inst.discard(t.Context())
		})
	}
}

func TestAResetSetsEveryGlobalOfTheGuest(t *testing.T) {
	r := newTestRuntime(t, Config{})
	inst, _, err := r.pool.take(nil)
	require.NoError(t, err)
	defer inst.discard(t.Context())
	inst.stackPointer.Set(4096)
	inst.fuel.Set(1)
	inst.reset(r.engine.image)
	assert.Equal(t, r.engine.image.state.StackPointer, inst.stackPointer.Get())
	assert.Equal(t, uint64(fuelPerTick), inst.fuel.Get())
}

func TestARunChangesFewPagesOfTheImage(t *testing.T) {
	r := newTestRuntime(t, Config{})
	const page = 4096
	changed := 0
	var inst *instance
	look := func(context.Context, json.RawMessage) (json.RawMessage, error) {
		image, memory := r.engine.image.memory, inst.memory()
		for at := 0; at < len(image); at += page {
			if !bytes.Equal(image[at:at+page], memory[at:at+page]) {
				changed++
			}
		}
		return nil, nil
	}
	run := newRun(t.Context(), r, coderuntime.Request{Program: "return await host.look(1)", Bindings: []coderuntime.Namespace{
		{Global: "host", Functions: map[string]coderuntime.Function{"look": look}},
	}})
	inst, _, err := r.pool.acquire(run.session.Decided())
	require.NoError(t, err)
	run.attach(inst)
	run.drive(false)
	<-run.left
	require.Nil(t, run.session.Result().Failure)
	// It was 128 before free blocks lay together and instructions stopped counting. Each costs a run's time and a waiting run's memory.
	assert.Less(t, changed, 100)
	assert.Greater(t, changed, 10)
	t.Logf("%d pages", changed)
}

func TestOnlyACleanRunThatDidNotGrowKeepsItsInstance(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: 500 * time.Millisecond}})
	run := func(program string) string {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		r.pool.recycling.Wait()
		return result.Stats.Start
	}
	assert.Equal(t, startMapped, run("return 1"))
	assert.Equal(t, startReset, run("return 1"))
	assert.Equal(t, startReset, run("1 / 0"))
	assert.Equal(t, startReset, run("import os\nos._exit(1)"))
	assert.Equal(t, startInstantiated, run("while True: pass"))
	assert.Equal(t, startInstantiated, run("return len(b'x' * (100 << 20))"))
	assert.Equal(t, startInstantiated, run("return 1"))
	assert.Equal(t, startReset, run("return 1"))
}

func TestRunsBeyondMaxInstancesWaitForTheirTurn(t *testing.T) {
	r := newTestRuntime(t, Config{MaxInstances: 2, Limits: coderuntime.Limits{Wall: 30 * time.Second}})
	results := make(chan coderuntime.Result, 6)
	for range cap(results) {
		go func() {
			result, err := r.Run(t.Context(), coderuntime.Request{Program: "import asyncio\nawait asyncio.sleep(0.01)\nreturn 1"})
			assert.NoError(t, err)
			results <- result
		}()
	}
	for range cap(results) {
		assert.Equal(t, "1", string((<-results).Value))
	}
}

func TestARunThatNeverGetsItsTurnEndsAtItsWallLimit(t *testing.T) {
	r := newTestRuntime(t, Config{MaxInstances: 1, Limits: coderuntime.Limits{Wall: 300 * time.Millisecond}})
	r.pool.turns <- struct{}{}
	defer func() { <-r.pool.turns }()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	require.NoError(t, err)
	require.NotNil(t, result.Failure)
	assert.Equal(t, coderuntime.FailureTimeout, result.Failure.Kind)
}
