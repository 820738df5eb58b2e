package native

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"coderuntime"
)

// prepareGroup asks for a descriptor of the process that is about to start, and returns the function
// that makes the group once its process id is known.
func prepareGroup(attr *syscall.SysProcAttr) func(pid int) *group {
	handle := -1
	attr.PidFD = &handle
	return func(pid int) *group {
		if handle >= 0 && !handlesSignalGroups() {
			unix.Close(handle)
			handle = -1
		}
		return &group{pid: pid, handle: handle, birth: startTime(pid)}
	}
}

// handlesSignalGroups reports whether the kernel can signal a group through a pidfd: Linux 6.9.
var handlesSignalGroups = sync.OnceValue(func() bool {
	handle, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return false
	}
	defer unix.Close(handle)
	err = signalThrough(handle, 0)
	return err == nil || err == unix.ESRCH // the latter if this process leads no group
})

func signalThrough(handle int, sig unix.Signal) error {
	return unix.PidfdSendSignal(handle, sig, nil, unix.PIDFD_SIGNAL_PROCESS_GROUP)
}

// startTime is when a process started, in clock ticks since boot, or "" if there is none with this
// id. Two processes that had one id after another differ in it.
func startTime(pid int) string {
	if fields := statFields(strconv.Itoa(pid)); len(fields) > 19 {
		return fields[19] // field 22 of proc_pid_stat(5), the first here being the third
	}
	return ""
}

// hasLiveMember looks through all processes for one of the group that is not a zombie.
func hasLiveMember(pgid int) bool {
	proc, err := os.Open("/proc")
	if err != nil {
		return true
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return true
	}
	number := strconv.Itoa(pgid)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		fields := statFields(name)
		if len(fields) > 2 && fields[2] == number && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return false
}

// statFields are the fields of /proc/PID/stat from the third on, the state. The second, the name of
// the program, may hold anything.
func statFields(pid string) []string {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return nil
	}
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}

// peakMemory is the largest resident size that a live process has had, or 0 if it is gone.
func peakMemory(pid int) coderuntime.ByteSize {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	size, _, _ := bytes.Cut(rest, []byte("kB"))
	kilobytes, err := strconv.ParseInt(string(bytes.TrimSpace(size)), 10, 64)
	if err != nil {
		return 0
	}
	return coderuntime.ByteSize(kilobytes) * coderuntime.KiB
}

// reapedPeakMemory is the same of a process that has been reaped. The kernel counts the memory that
// the process shared with the host before it executed the interpreter, so the figure says nothing
// unless it is larger than the host's own.
func reapedPeakMemory(usage *syscall.Rusage) coderuntime.ByteSize {
	var own syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || usage.Maxrss <= own.Maxrss {
		return 0
	}
	return coderuntime.ByteSize(usage.Maxrss) * coderuntime.KiB
}
