//go:build unix && !linux

package native

import (
	"syscall"

	"golang.org/x/sys/unix"

	"coderuntime"
)

func prepareGroup(*syscall.SysProcAttr) func(pid int) *group {
	return func(pid int) *group { return &group{pid: pid, handle: -1} }
}

func signalThrough(int, unix.Signal) error { return unix.ENOSYS }

// startTime is not known here, which does not stop a signal.
func startTime(int) string { return "" }

// hasLiveMember cannot be told here from whether there is any member.
func hasLiveMember(int) bool { return true }

// peakMemory is not measured here.
func peakMemory(int) coderuntime.ByteSize { return 0 }

func reapedPeakMemory(*syscall.Rusage) coderuntime.ByteSize { return 0 }
