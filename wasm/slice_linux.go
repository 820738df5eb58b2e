package wasm

import (
	"time"

	"golang.org/x/sys/unix"
)

// shortSlice is the shortest time slice that Linux gives a thread.
const shortSlice = 100 * time.Microsecond

// A timeSlice is that of the thread of a goroutine which stays on it. While it is short, the thread runs as soon
// as it is woken (Linux 6.12 and later): it needs not wait until another one has used up its own slice. It gets no
// larger share of the processor by it.
//
// Go stops such a goroutine for its collector by having the thread sleep, and wakes it to go on. A second stop
// that came while the thread was still waiting for a processor had to wait as well, up to four milliseconds, in
// three of a hundred collections.
type timeSlice struct {
	before *unix.SchedAttr // nil unless it is short
}

// shorten makes it short, if the kernel lets it.
func (s *timeSlice) shorten() {
	before, err := unix.SchedGetAttr(0, 0)
	if err != nil || before.Policy != unix.SCHED_NORMAL {
		return
	}
	short := *before
	short.Runtime = uint64(shortSlice)
	if unix.SchedSetAttr(0, &short, 0) == nil {
		s.before = before
	}
}

// restore makes it what it was.
func (s *timeSlice) restore() {
	if s.before != nil {
		unix.SchedSetAttr(0, s.before, 0)
		s.before = nil
	}
}
