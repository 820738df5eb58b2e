package wasm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/sys"

	"coderuntime"
	"coderuntime/internal/baton"
	"coderuntime/protocol"
)

// errOver ends a guest whose run is decided.
var errOver = errors.New("wasm: the run is over")

// shortWait is how long a guest keeps its native stack while it waits.
const shortWait = time.Millisecond

// lateTicks is how many ticks a guest gets when its run is decided, in which most have put away what the
// program left: an instance that comes to rest can be used again.
const lateTicks = 4

// longStep is how many ticks a step has had to be one that computes, about a millisecond: it is given a short
// time slice then, which takes four calls of the system in all.
const longStep = 10

// A run is one program on one instance.
type run struct {
	session *protocol.Session
	runtime *Runtime
	inst    *instance
	cpu     cpuMeter
	fuel    fuelMeter
	baton   baton.Baton
	slice   timeSlice     // of the thread that steps the guest
	ticks   int           // in this step
	late    int           // ticks since the decision
	memory  int           // the most that the instance had
	left    chan struct{} // closed when the instance has been given back
}

func newRun(ctx context.Context, r *Runtime, req coderuntime.Request) *run {
	session := protocol.NewSession(ctx, req, r.limits)
	session.HoldCalls()
	started := &run{session: session, runtime: r, cpu: newCPUMeter(), left: make(chan struct{})}
	started.baton.Next = func() { started.drive(true) }
	return started
}

// serve runs the program to its outcome.
func (r *run) serve(ctx context.Context) coderuntime.Result {
	var start string
	if ctx.Err() == nil {
		start = r.onInstance()
	}
	<-r.session.Decided()
	result := r.session.Result()
	result.Stats.CPU = r.cpu.total()
	result.Stats.PeakMemory = coderuntime.ByteSize(r.memory)
	result.Stats.Start = start
	result.Stats.Fuel = r.fuel.used
	return result
}

// onInstance takes an instance, runs the program on it and gives it back. It returns how the
// instance came to be.
func (r *run) onInstance() (start string) {
	inst, start, err := r.runtime.pool.acquire(r.session.Decided())
	if err != nil {
		r.session.Fail(coderuntime.FailureWorkerExit, "python could not start: "+err.Error())
		return ""
	}
	if inst == nil {
		return ""
	}
	r.attach(inst)
	r.drive(false)
	<-r.left
	return start
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

// drive steps the guest until the run is decided, and then leaves the instance; or until another
// goroutine does. calls says that this goroutine may spend its time in functions.
func (r *run) drive(calls bool) {
	var thread pin
	defer thread.release()
	for !r.session.IsDecided() {
		wait, err := r.step(thread.hold())
		switch {
		case err != nil:
			r.session.StartCalls()
			r.exited(err)
			r.leave(false)
			return
		case wait == stepFailed:
			r.session.StartCalls()
			r.session.Fail(coderuntime.FailureWorkerExit, "python exited (code=1, signal=null) before completing")
			r.leave(false)
			return
		case wait == stepOver:
			r.session.StartCalls()
			// Unless the program had left half a frame for the outcome to be lost in, this comes late.
			r.session.Fail(coderuntime.FailureWorkerExit, "python exited (code=0, signal=null) before completing")
		default:
			var call protocol.HeldCall
			only := false
			if wait < 0 {
				call, only = r.session.TakeOnlyCall()
			}
			switch {
			case !only:
				thread.release()
				r.session.StartCalls()
				r.await(wait)
			case !calls:
				go r.callAndDrive(call)
				return
			default:
				if !r.cpu.quick {
					thread.release() // a function that waits wakes up sooner on any thread
				}
				if !r.call(call) {
					return
				}
			}
		}
	}
	r.session.StartCalls()
	r.leave(true) // nothing of the guest is under way, and its memory is restored whole
}

func (r *run) callAndDrive(call protocol.HeldCall) {
	if r.call(call) {
		r.drive(true)
	}
}

// call calls the function that the guest waits for. It reports whether this goroutine goes on with the run.
func (r *run) call(call protocol.HeldCall) bool {
	return r.baton.Call(func() {
		defer r.session.Wake() // for whoever goes on
		r.session.Serve(call)
	})
}

// await waits for something to do: at most for the given nanoseconds, if they are not negative. If that
// takes long, the guest waits without its native stack.
func (r *run) await(wait int64) {
	long := wait < 0 || time.Duration(wait) > shortWait
	first := time.Duration(wait)
	if long {
		first = shortWait
	}
	if r.awaitFor(first) || !long {
		return
	}
	r.inst.renewStack()
	if wait < 0 {
		r.awaitFor(coderuntime.MaxWall) // no run has longer
		return
	}
	r.awaitFor(time.Duration(wait) - shortWait)
}

// awaitFor waits for something to do and reports whether it came in time.
func (r *run) awaitFor(d time.Duration) bool {
	select {
	case <-r.session.Ready():
		return true
	case <-r.session.Decided():
		return true
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-r.session.Ready():
		return true
	case <-r.session.Decided():
		return true
	case <-timer.C:
		return false
	}
}

// leave gives the instance back. clean says that the guest has returned from its last step, so that it
// can be used again.
func (r *run) leave(clean bool) {
	r.baton.Drop()
	r.detach()
	if r.fuel.used > shallowFuel {
		r.inst.renewStack()
	}
	r.memory = r.inst.arena.peak
	r.runtime.pool.recycle(r.inst, clean)
	close(r.left)
}

// step runs the guest on a thread of its own, whose CPU clock is the program's.
func (r *run) step(sameThread bool) (int64, error) {
	r.cpu.enter(sameThread)
	r.ticks = 0
	defer func() {
		r.slice.restore()
		r.cpu.leave()
		r.fuel.read()
	}()
	return r.inst.step()
}

// tick is called by the guest every tenth of a millisecond or so while it computes.
func (r *run) tick() error {
	if r.ticks++; r.ticks == longStep {
		r.slice.shorten()
	}
	if r.session.IsDecided() {
		if r.late++; r.late > lateTicks {
			return errOver
		}
		r.fuel.read()
		r.fuel.fill()
		return nil
	}
	if r.fuel.read(); r.fuel.out() {
		r.session.Fail(coderuntime.FailureTimeout, fmt.Sprintf("fuel exhausted (limit %d)", r.fuel.bound))
		return errOver
	}
	r.fuel.fill()
	r.session.StartCalls()
	if limit := r.runtime.limits.CPU; r.cpu.over(limit) {
		r.session.Fail(coderuntime.FailureTimeout, cpuExhausted(limit))
		return errOver
	}
	return nil
}

// spent is the CPU time that the program has used, while it is being stepped.
func (r *run) spent() time.Duration {
	r.cpu.read()
	return r.cpu.total()
}

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
