//go:build unix

package native

import (
	"errors"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// A group is the process group that a leader made for itself, which has the leader's process id for
// its number.
//
// The number is the group's until the leader is reaped and the last member has gone. After that the
// kernel may give it to something else, so it is never signalled by number without a check: where
// the kernel can, the signal goes through a descriptor of the leader, which names this group for
// ever; elsewhere a leader of the same number that started at another time stops it.
type group struct {
	pid    int
	handle int    // pidfd that can signal the group, or -1
	birth  string // when the leader started, in the kernel's words; "" if not known
	reaped atomic.Bool
}

// orphaned says that the leader has been reaped.
func (g *group) orphaned() { g.reaped.Store(true) }

// terminate asks every member to end. A stopped one is continued, since it would not take notice.
func (g *group) terminate() {
	g.signal(unix.SIGTERM)
	g.signal(unix.SIGCONT)
}

// signal sends a signal to every member. An error says that there was none to send it to.
func (g *group) signal(sig unix.Signal) error {
	if g.handle >= 0 {
		return signalThrough(g.handle, sig)
	}
	if g.reaped.Load() {
		if now := startTime(g.pid); now != "" && now != g.birth {
			return unix.ESRCH
		}
	}
	return unix.Kill(-g.pid, sig)
}

// isEmpty reports whether no member is left that could do anything. Those that are dead and wait to
// be reaped by whoever has inherited them do not count.
func (g *group) isEmpty() bool {
	return errors.Is(g.signal(0), unix.ESRCH) || !hasLiveMember(g.pid)
}

// close lets go of the descriptor. The group must not be used afterwards.
func (g *group) close() {
	if g.handle >= 0 {
		unix.Close(g.handle)
		g.handle = -1
	}
}
