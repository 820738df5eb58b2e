package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"coderuntime"
	"coderuntime/assets/rewrite"
	"coderuntime/hostfuncs"
)

// bootMemory is what an interpreter may use to boot.
const bootMemory = 256 * coderuntime.MiB

// An instance is one interpreter on one arena. It serves one run at a time and belongs to one
// goroutine.
type instance struct {
	module       api.Module
	stepFunction api.Function
	fuel         api.MutableGlobal
	stackPointer api.MutableGlobal
	arena        *arena
	guest        *hostfuncs.Guest
	ctx          context.Context // carries guest to the host functions
	result       [1]uint64
}

// instantiate makes an instance on an arena, with nothing in its memory yet beyond what the arena shows.
func (e *engine) instantiate(ctx context.Context, a *arena) (*instance, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	module, err := e.wazero.InstantiateModule(experimental.WithMemoryAllocator(ctx, a), e.module, config)
	if err != nil {
		return nil, fmt.Errorf("wasm: instantiate the interpreter: %w", err)
	}
	inst := &instance{module: module, arena: a, guest: hostfuncs.NewGuest(e.tree, hostfuncs.Limits{})}
	inst.ctx = hostfuncs.With(ctx, inst.guest)
	var ok bool
	if inst.fuel, ok = module.ExportedGlobal("fuel").(api.MutableGlobal); !ok {
		return nil, errors.New("wasm: the interpreter is not metered: run: coderun assets build")
	}
	if inst.stackPointer, ok = module.ExportedGlobal("__stack_pointer").(api.MutableGlobal); !ok {
		return nil, errors.New("wasm: the interpreter does not export its stack pointer: run: coderun assets build")
	}
	inst.renewStack()
	inst.fuel.Set(fuelPerTick)
	return inst, nil
}

// fresh makes an instance that is where the image is.
func (e *engine) fresh(ctx context.Context, a *arena) (*instance, error) {
	inst, err := e.instantiate(ctx, a)
	if err != nil {
		return nil, err
	}
	memory := inst.module.Memory()
	if missing := uint32(e.image.size)/pageSize - memory.Size()/pageSize; missing > 0 {
		if _, ok := memory.Grow(missing); !ok {
			return nil, fmt.Errorf("wasm: the image of %d bytes does not fit the memory limit", e.image.size)
		}
	}
	inst.stackPointer.Set(e.image.state.StackPointer)
	return inst, nil
}

// pageSize is WebAssembly's.
const pageSize = 1 << 16

// boot makes the one instance that starts from the module's own data: the image is made of it.
func (e *engine) boot(ctx context.Context, segments []rewrite.Segment) (*instance, error) {
	a, err := newArena(nil, int(bootMemory))
	if err != nil {
		return nil, err
	}
	inst, err := e.instantiate(ctx, a)
	if err != nil {
		return nil, err
	}
	for _, s := range segments {
		if !inst.module.Memory().Write(s.Offset, s.Bytes) {
			return nil, errors.New("wasm: the interpreter's data lies outside its memory")
		}
	}
	var said bytes.Buffer
	inst.guest.Stdout = func(p []byte) { said.Write(p) }
	inst.guest.Stderr = inst.guest.Stdout
	inst.guest.Tick = func() error { inst.fuel.Set(fuelPerTick); return nil }
	inst.guest.Monotonic = hostfuncs.StoppedClock
	if _, err := inst.module.ExportedFunction("_initialize").Call(inst.ctx); err != nil {
		return nil, fmt.Errorf("wasm: initialise the interpreter: %w", err)
	}
	status, err := inst.module.ExportedFunction("boot").Call(inst.ctx)
	if err != nil {
		return nil, fmt.Errorf("wasm: boot the interpreter: %w: %s", err, strings.TrimSpace(said.String()))
	}
	if status[0] != 0 {
		return nil, fmt.Errorf("wasm: boot the interpreter: %s", strings.TrimSpace(said.String()))
	}
	if !inst.guest.Pristine() {
		return nil, errors.New("wasm: boot the interpreter: it left files open")
	}
	return inst, nil
}

// memory is the whole of the instance's linear memory. It must not be kept across a call of the guest.
func (i *instance) memory() []byte {
	memory := i.module.Memory()
	content, _ := memory.Read(0, memory.Size())
	return content
}

// step runs the guest until it is idle. wait is the nanoseconds until its next timer, -1 for none,
// stepFailed or stepOver.
func (i *instance) step() (wait int64, err error) {
	if err := i.stepFunction.CallWithStack(i.ctx, i.result[:]); err != nil {
		return 0, err
	}
	return int64(i.result[0]), nil
}

// What step returns for a guest that has ended.
const (
	stepFailed = -2 // an exception left it
	stepOver   = -3 // it has sent the outcome
)

// discard ends the instance and its arena.
func (i *instance) discard(ctx context.Context) {
	i.module.Close(ctx)
	i.arena.release()
}

// reset makes an instance, whose arena is restored, one that has not run yet.
func (i *instance) reset(img *image) {
	i.stackPointer.Set(img.state.StackPointer)
	i.fuel.Set(fuelPerTick)
	i.guest.Reset()
}
