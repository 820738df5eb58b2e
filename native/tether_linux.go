package native

import (
	"os"

	"golang.org/x/sys/unix"
)

// A tether makes the kernel kill a process group when the host is gone, however the host ends. The
// group has no part in it that it could cut, and every member is reached, also when it is stopped,
// blocks signals or has lost its leader.
//
// It is a pair of connected sockets, both the host's. When one closes, the kernel sends the signal
// that is set for the other to the owner that is set for it: SIGKILL, to the group. Either is set up
// in that way, since an exiting process closes its files in an order that is the kernel's affair.
type tether [2]int

func newTether() (tether, error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	return ends, os.NewSyscallError("socketpair", err)
}

// tie names the group. It must be called once.
func (t tether) tie(pgid int) {
	for _, end := range t {
		unix.FcntlInt(uintptr(end), unix.F_SETOWN, -pgid)
		unix.FcntlInt(uintptr(end), unix.F_SETSIG, int(unix.SIGKILL))
		unix.FcntlInt(uintptr(end), unix.F_SETFL, unix.O_ASYNC)
	}
}

// cut lets go of the group without a signal.
func (t tether) cut() {
	for _, end := range t {
		unix.FcntlInt(uintptr(end), unix.F_SETFL, 0)
	}
	for _, end := range t {
		unix.Close(end)
	}
}
