package wasm

import (
	"runtime"
	"time"
)

const (
	// shortStay is the longest real time that is taken for CPU time, of a program that makes one call
	// after the other. A program is charged at most that much too much whenever it waits.
	shortStay = 200 * time.Microsecond
	// shortAbsence is how long a function may take to count as one that doesn't wait for anything.
	shortAbsence = 20 * time.Microsecond
)

var clockStart = time.Now()

func realTime() time.Duration { return time.Since(clockStart) }

// A cpuMeter counts the CPU time that a program uses. The clock of a thread is a call of the system,
// thirty times as dear as real time; two of them were an eighth of the time of a host call. So it is
// read when a stay in the guest has been long enough for it to matter, and when the thread may be
// another one. Until then real time stands in for it, which is never less.
type cpuMeter struct {
	thread, real func() time.Duration // the clocks
	charged      time.Duration
	base         time.Duration // what the thread's clock showed when it was read last
	guest        time.Duration // real time in the guest since then: less than shortStay between two steps
	at           time.Duration // when the guest was entered or left last
	quick        bool          // the last absence was short
}

func newCPUMeter() cpuMeter { return cpuMeter{thread: threadCPU, real: realTime} }

// enter begins a step. sameThread says that the goroutine has kept the thread of the last one.
func (m *cpuMeter) enter(sameThread bool) {
	entered := m.real()
	m.quick = entered-m.at <= shortAbsence
	m.at = entered
	if !sameThread || !m.quick {
		m.charge(m.guest, m.thread())
	}
}

// leave ends a step.
func (m *cpuMeter) leave() {
	left := m.real()
	m.guest += left - m.at
	m.at = left
	if m.guest >= shortStay {
		m.read()
	}
}

// read charges what the program has used since the last reading, within a step and at its end: what the
// thread has, which has been in quick functions for some of it, but no more than the time in the guest.
func (m *cpuMeter) read() {
	now := m.real()
	m.guest += now - m.at
	m.at = now
	cpu := m.thread()
	m.charge(min(m.guest, cpu-m.base), cpu)
}

func (m *cpuMeter) charge(used, cpu time.Duration) {
	m.charged += used
	m.base, m.guest, m.at = cpu, 0, m.real()
}

// over reports within a step whether the program has used more than the limit. It reads the thread's clock only if
// the real time since the last reading could have brought it there, which in all of a run is seldom: ticks are many.
func (m *cpuMeter) over(limit time.Duration) bool {
	if m.total()+m.real()-m.at <= limit {
		return false
	}
	m.read()
	return m.total() > limit
}

// total is what the program has used, between two steps.
func (m *cpuMeter) total() time.Duration { return m.charged + m.guest }

// A pin keeps a goroutine on its thread, as often as it is asked to.
type pin struct{ held bool }

// hold reports whether the thread was held already.
func (p *pin) hold() (already bool) {
	if !p.held {
		runtime.LockOSThread()
	}
	already, p.held = p.held, true
	return already
}

func (p *pin) release() {
	if p.held {
		runtime.UnlockOSThread()
	}
	p.held = false
}
