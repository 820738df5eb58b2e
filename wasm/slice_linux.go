package wasm

import (
	"time"

	"golang.org/x/sys/unix"
)

// shortSlice is the shortest time slice that Linux gives a thread.
const shortSlice = 100 * time.Microsecond

// A timeSlice is that of the thread of a goroutine which stays on it. While it is short, the thread need not wait, when it
// is woken, until another one has used up a longer slice of its own (Linux 6.12 and later). It gets no larger share of
// the processor by it.
//
// Go stops such a goroutine for its collector by having the thread sleep, and wakes it to go on. A second stop that came
// while the thread was still waiting for a processor had to wait as well, up to four milliseconds.
type timeSlice struct {
	before uint64 // in nanoseconds; 0 unless it is short
}

// shorten makes it short, if the kernel has slices of threads.
func (s *timeSlice) shorten() {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Runtime == 0 || attr.Policy != unix.SCHED_NORMAL {
		return
	}
	before := attr.Runtime
	attr.Runtime = uint64(shortSlice)
	if unix.SchedSetAttr(0, attr, 0) == nil {
		s.before = before
	}
}

// restore makes it as long as it was. What else was changed about the thread meanwhile stays.
func (s *timeSlice) restore() {
	if s.before == 0 {
		return
	}
	if attr, err := unix.SchedGetAttr(0, 0); err == nil && attr.Policy == unix.SCHED_NORMAL {
		attr.Runtime = s.before
		unix.SchedSetAttr(0, attr, 0) // it is allowed what it was before
	}
	s.before = 0
}
