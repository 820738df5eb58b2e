package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/tetratelabs/wazero/sys"

	"coderuntime"
	"coderuntime/protocol"
)

// errOver ends a guest whose run is decided.
var errOver = errors.New("wasm: the run is over")

// A run is one program on one instance.
type run struct {
	session *protocol.Session
	runtime *Runtime
	inst    *instance
	cpu     time.Duration // spent in earlier steps
	entered time.Duration // the thread's CPU time when the current step began
	fuel    fuelMeter
}

func newRun(ctx context.Context, r *Runtime, req coderuntime.Request) *run {
	session := protocol.NewSession(ctx, req, r.limits)
	session.HoldCalls()
	return &run{session: session, runtime: r}
}

// serve runs the program to its outcome.
func (r *run) serve(ctx context.Context) coderuntime.Result {
	var start string
	var memory int
	if ctx.Err() == nil {
		start, memory = r.onInstance()
	}
	<-r.session.Decided()
	result := r.session.Result()
	result.Stats.CPU = r.cpu
	result.Stats.PeakMemory = coderuntime.ByteSize(memory)
	result.Stats.Start = start
	result.Stats.Fuel = r.fuel.used
	return result
}

// onInstance takes an instance, runs the program on it and gives it back. It returns how the
// instance came to be and the most memory it had.
func (r *run) onInstance() (start string, memory int) {
	pool := r.runtime.pool
	inst, start, err := pool.acquire(r.session.Decided())
	if err != nil {
		r.session.Fail(coderuntime.FailureWorkerExit, "python could not start: "+err.Error())
		return "", 0
	}
	if inst == nil {
		return "", 0
	}
	r.attach(inst)
	clean := r.drive()
	r.detach()
	memory = inst.arena.peak
	pool.recycle(inst, clean)
	return start, memory
}

func (r *run) attach(inst *instance) {
	r.inst = inst
	r.fuel = fuelMeter{global: inst.fuel, bound: r.runtime.fuel}
	r.fuel.fill()
	inst.guest.Channel = r.session
	inst.guest.Stdout = func(p []byte) { r.session.Stray(protocol.Stdout, p) }
	inst.guest.Stderr = func(p []byte) { r.session.Stray(protocol.Stderr, p) }
	inst.guest.Tick = r.tick
	inst.guest.Sleep = r.sleep
	inst.guest.CPU = r.spent
}

func (r *run) detach() {
	r.session.EndStray(protocol.Stdout)
	r.session.EndStray(protocol.Stderr)
	g := r.inst.guest
	g.Channel, g.Stdout, g.Stderr, g.Tick, g.Sleep, g.CPU = nil, nil, nil, nil, nil, nil
}

// drive steps the guest until the run is decided. It reports whether the guest returned from its
// last step, so that the instance can be used again.
func (r *run) drive() (clean bool) {
	var timer *time.Timer
	for {
		wait, err := r.step()
		r.session.StartCalls()
		if err != nil {
			r.exited(err)
			return false
		}
		if r.session.IsDecided() {
			return true
		}
		if wait == stepFailed {
			r.session.Fail(coderuntime.FailureWorkerExit, "python exited (code=1, signal=null) before completing")
			return false
		}
		var due <-chan time.Time
		if wait >= 0 {
			if timer == nil {
				timer = time.NewTimer(time.Duration(wait))
				defer timer.Stop()
			} else {
				timer.Reset(time.Duration(wait))
			}
			due = timer.C
		}
		select {
		case <-r.session.Ready():
		case <-due:
		case <-r.session.Decided():
			return true // nothing of the guest is under way, and its memory is restored whole
		}
	}
}

// step runs the guest on a thread of its own, whose CPU clock is the program's.
func (r *run) step() (int64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r.entered = threadCPU()
	defer func() {
		r.cpu += threadCPU() - r.entered
		r.fuel.read()
	}()
	return r.inst.step()
}

// tick is called by the guest every few tenths of a millisecond while it computes.
func (r *run) tick() error {
	if r.session.IsDecided() {
		return errOver
	}
	if r.fuel.read(); r.fuel.out() {
		r.session.Fail(coderuntime.FailureTimeout, fmt.Sprintf("fuel exhausted (limit %d)", r.fuel.bound))
		return errOver
	}
	r.fuel.fill()
	r.session.StartCalls()
	if limit := r.runtime.limits.CPU; r.spent() > limit {
		r.session.Fail(coderuntime.FailureTimeout, cpuExhausted(limit))
		return errOver
	}
	return nil
}

// spent is the CPU time that the program has used, while it is being stepped.
func (r *run) spent() time.Duration { return r.cpu + threadCPU() - r.entered }

func cpuExhausted(limit time.Duration) string {
	return fmt.Sprintf("CPU time exhausted (limit %ds)", limit/time.Second)
}

// sleep is how a program blocks: for d, or until the run is decided. With 0 it only asks.
func (r *run) sleep(d time.Duration) error {
	if r.session.IsDecided() {
		return errOver
	}
	r.session.StartCalls()
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-r.session.Decided():
		return errOver
	}
}

// exited decides a run whose guest ended otherwise than by returning.
func (r *run) exited(err error) {
	var exit *sys.ExitError
	switch {
	case errors.Is(err, errOver): // it is decided
	case errors.As(err, &exit):
		r.session.Fail(coderuntime.FailureWorkerExit,
			fmt.Sprintf("python exited (code=%d, signal=null) before completing", exit.ExitCode()))
	default:
		r.session.Fail(coderuntime.FailureWorkerExit, "python trapped before completing: "+firstLine(err.Error()))
	}
}

func firstLine(text string) string {
	for i, r := range text {
		if r == '\n' {
			return text[:i]
		}
	}
	return text
}
