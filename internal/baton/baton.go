// Package baton lets the goroutine that serves a guest call host functions itself.
//
// Another goroutine would have to be woken up for a call, and the first one for its answer, which takes
// longer than many functions. A function that doesn't return at once keeps nobody waiting even so: the
// baton is passed on, so that another goroutine serves the guest, and the one in the function only
// delivers its answer.
package baton

import (
	"sync/atomic"
	"time"
)

// Patience is how long a function has before the baton is passed on: up to twice this.
const Patience = time.Millisecond

// A Baton is held by the one goroutine that serves a guest, which alone may use its methods. Set Next
// before the first call.
type Baton struct {
	// Next goes on serving the guest. It is called on a goroutine of its own, which holds the baton.
	Next func()

	number  atomic.Uint64 // of calls begun and ended: odd while the holder is in one
	watched bool
}

// Call calls f and reports whether the goroutine still holds the baton. It is passed on if f takes long,
// and if f ends the goroutine.
func (b *Baton) Call(f func()) (held bool) {
	if !b.watched {
		b.watched = true
		watched.add(b)
	}
	number := b.number.Add(1)
	if watched.parked.Load() {
		watched.rouse()
	}
	returned := false
	defer func() {
		held = b.number.CompareAndSwap(number, number+1)
		if held && !returned {
			go b.Next()
		}
	}()
	f()
	returned = true
	return
}

// Drop is called when the guest needs nobody any more. No call may follow.
func (b *Baton) Drop() {
	if b.watched {
		watched.remove(b)
	}
}
