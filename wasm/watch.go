package wasm

import (
	"sync"
	"sync/atomic"
	"time"

	"coderuntime/protocol"
)

// A function is called on the goroutine that steps its guest if the guest has nothing else to wait for:
// another goroutine would have to be woken up for the call and this one for its answer, which takes
// longer than many functions. One that doesn't return at once keeps nobody waiting: the watch has
// another goroutine go on with the run, and the one that calls the function only delivers its answer.

// patience is how long a function has before another goroutine takes the run over: up to twice this.
const patience = time.Millisecond

// idleLooks is after how many looks without a call the watch waits to be woken.
const idleLooks = 20

// A watch looks after the runs that make calls. The zero value is ready for use.
type watch struct {
	mu      sync.Mutex
	runs    map[*run]uint64 // what calling was at the last look
	working bool
	parked  atomic.Bool
	wake    chan struct{}
}

var watched watch

// calling is a run's number of calls begun and ended: odd while its goroutine is in a function.
type calling struct {
	number  atomic.Uint64
	watched bool
}

// call calls the function of the run's only call. It reports whether the run is still this
// goroutine's.
func (r *run) call(call protocol.HeldCall) (ours bool) {
	if !r.calling.watched {
		r.calling.watched = true
		watched.add(r)
	}
	number := r.calling.number.Add(1)
	if watched.parked.Load() {
		watched.rouse()
	}
	returned := false
	defer func() {
		ours = r.calling.number.CompareAndSwap(number, number+1)
		if ours && !returned { // the function has ended this goroutine
			go r.drive(true)
		}
	}()
	r.session.Serve(call)
	returned = true
	return
}

func (w *watch) add(r *run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.runs == nil {
		w.runs = map[*run]uint64{}
		w.wake = make(chan struct{}, 1)
	}
	w.runs[r] = 0
	if !w.working {
		w.working = true
		go w.look()
	}
}

func (w *watch) remove(r *run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.runs, r)
	if len(w.runs) == 0 && w.parked.Load() {
		w.rouse()
	}
}

func (w *watch) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// look looks after the calls until there are no runs left.
func (w *watch) look() {
	for quiet := 0; ; quiet++ {
		time.Sleep(patience)
		calls, done := w.takeOver()
		switch {
		case done:
			return
		case calls:
			quiet = 0
		case quiet >= idleLooks:
			// A call that begins from here on sees that the watch is parked; one that began before
			// is seen now.
			w.parked.Store(true)
			if calls, done = w.takeOver(); done {
				return
			}
			if !calls {
				<-w.wake
			}
			w.parked.Store(false)
			quiet = 0
		}
	}
}

// takeOver starts another goroutine for each run that has been in the same call for two looks. It
// reports whether runs are in calls, and whether there are no runs.
func (w *watch) takeOver() (calls, done bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.runs) == 0 {
		w.working = false
		w.parked.Store(false)
		return false, true
	}
	for r, seen := range w.runs {
		number := r.calling.number.Load()
		if number%2 == 0 {
			continue
		}
		calls = true
		if number == seen && r.calling.number.CompareAndSwap(number, number+1) {
			go r.drive(true)
		}
		w.runs[r] = number
	}
	return calls, false
}
