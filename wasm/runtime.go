package wasm

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"coderuntime"
	"coderuntime/assets"
)

// A Config is what a Runtime is made of. The zero value works once the assets are built.
type Config struct {
	// Limits are the budgets of each run.
	Limits coderuntime.Limits

	// Fuel, if set, bounds the loop iterations that the interpreter may run, of which a few short ones
	// count as one; where a KiB of memory or more is copied or filled, 128 bytes count as one too. That ends a
	// program at the same place on every machine. A run over it ends as FailureTimeout.
	Fuel int64

	// Artefact is the interpreter. The zero value is the one that assets.Find finds.
	Artefact assets.Artefact

	// OwnImage makes an interpreter boot in this process, which takes a second or so the first time,
	// instead of using the image that all processes of this user share. Its hash seed, which decides
	// the order of sets, is one that no other process has.
	OwnImage bool

	// Idle is how many instances are kept ready between runs. Each holds the pages that programs
	// touched, a megabyte or so. Default: twice GOMAXPROCS.
	Idle int

	// IdleTime is how long instances beyond those are kept once no run needs them. Default: ten
	// seconds.
	IdleTime time.Duration

	// MaxInstances is how many runs may be under way at once. A further one waits for its turn,
	// which counts towards its wall limit. Default 256.
	MaxInstances int
}

// A Runtime runs programs on CPython under wazero. It implements coderuntime.Runtime and is safe
// for concurrent use.
type Runtime struct {
	limits coderuntime.Limits
	fuel   int64 // 0 for no bound
	engine *engine
	pool   *pool

	mu     sync.Mutex
	closed bool
	live   map[*run]struct{}
	runs   sync.WaitGroup
}

var _ coderuntime.Runtime = (*Runtime)(nil)

// New makes a runtime. The first one in a process loads the interpreter, and the first one on a
// machine boots it, which takes some seconds. The error wraps assets.ErrNotBuilt if there is no
// interpreter yet.
func New(ctx context.Context, config Config) (*Runtime, error) {
	limits, err := config.Limits.Resolve()
	if err != nil {
		return nil, err
	}
	if config.Idle < 0 || config.IdleTime < 0 || config.MaxInstances < 0 || config.Fuel < 0 {
		return nil, fmt.Errorf("wasm: Config.Idle, IdleTime, MaxInstances and Fuel must not be negative, got %d, %v, %d and %d",
			config.Idle, config.IdleTime, config.MaxInstances, config.Fuel)
	}
	if config.Idle == 0 {
		config.Idle = 2 * runtime.GOMAXPROCS(0)
	}
	if config.IdleTime == 0 {
		config.IdleTime = 10 * time.Second
	}
	if config.MaxInstances == 0 {
		config.MaxInstances = 256
	}
	if config.Artefact.IsZero() {
		if config.Artefact, err = assets.Find(); err != nil {
			return nil, err
		}
	}
	engine, err := openEngine(context.WithoutCancel(ctx), config.Artefact, config.OwnImage)
	if err != nil {
		return nil, err
	}
	return &Runtime{
		limits: limits,
		fuel:   config.Fuel,
		engine: engine,
		pool:   newPool(engine, int(linearMemory(limits)), min(config.Idle, config.MaxInstances), config.MaxInstances, config.IdleTime),
		live:   map[*run]struct{}{},
	}, nil
}

// Language implements coderuntime.Runtime.
func (r *Runtime) Language() string { return "python" }

// Isolation implements coderuntime.Runtime.
func (r *Runtime) Isolation() string { return "wasm" }

// Capabilities implements coderuntime.Runtime: there are no threads, processes or signals.
func (r *Runtime) Capabilities() []coderuntime.Capability { return nil }

// Run implements coderuntime.Runtime.
func (r *Runtime) Run(ctx context.Context, req coderuntime.Request) (coderuntime.Result, error) {
	if err := coderuntime.ValidateBindings(req.Bindings); err != nil {
		return coderuntime.Result{}, err
	}
	run, err := r.begin(ctx, req)
	if err != nil {
		return coderuntime.Result{}, err
	}
	defer r.end(run)
	return run.serve(ctx), nil
}

func (r *Runtime) begin(ctx context.Context, req coderuntime.Request) (*run, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, coderuntime.ErrClosed
	}
	run := newRun(ctx, r, req)
	r.live[run] = struct{}{}
	r.runs.Add(1)
	return run, nil
}

func (r *Runtime) end(run *run) {
	r.mu.Lock()
	delete(r.live, run)
	r.mu.Unlock()
	r.runs.Done()
}

// Close implements coderuntime.Runtime. What the process shares between runtimes stays loaded.
func (r *Runtime) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	for run := range r.live {
		run.session.Fail(coderuntime.FailureAbort, "runtime disposed")
	}
	r.mu.Unlock()
	gone := make(chan struct{})
	go func() {
		r.runs.Wait()
		r.pool.close()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
