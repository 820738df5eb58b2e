package baton

import (
	"sync"
	"sync/atomic"
	"time"
)

// idleLooks is after how many looks without a call the watch waits to be woken.
const idleLooks = 20

// A watch passes batons on. The zero value is ready for use.
type watch struct {
	mu      sync.Mutex
	batons  map[*Baton]uint64 // their numbers at the last look
	working bool
	parked  atomic.Bool
	wake    chan struct{}
}

var watched watch

func (w *watch) add(b *Baton) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.batons == nil {
		w.batons = map[*Baton]uint64{}
		w.wake = make(chan struct{}, 1)
	}
	w.batons[b] = 0
	if !w.working {
		w.working = true
		go w.look()
	}
}

func (w *watch) remove(b *Baton) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.batons, b)
	if len(w.batons) == 0 && w.parked.Load() {
		w.rouse()
	}
}

func (w *watch) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// look looks after the calls until there are no batons left.
func (w *watch) look() {
	for quiet := 0; ; quiet++ {
		time.Sleep(Patience)
		calls, done := w.passOn()
		switch {
		case done:
			return
		case calls:
			quiet = 0
		case quiet >= idleLooks:
			// A call that begins from here on sees that the watch is parked; one that began before
			// is seen now.
			w.parked.Store(true)
			if calls, done = w.passOn(); done {
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

// passOn passes on each baton whose holder has been in the same call for two looks. It reports whether
// holders are in calls, and whether there are no batons.
func (w *watch) passOn() (calls, done bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.batons) == 0 {
		w.working = false
		w.parked.Store(false)
		return false, true
	}
	for b, seen := range w.batons {
		number := b.number.Load()
		if number%2 == 0 {
			continue
		}
		calls = true
		if number == seen && b.number.CompareAndSwap(number, number+1) {
			go b.Next()
		}
		w.batons[b] = number
	}
	return calls, false
}
