package native

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// processState is the letter of proc_pid_stat(5), or "" if there is no such process.
func processState(pid int) string {
	if fields := statFields(strconv.Itoa(pid)); len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// children are the processes whose parent is this one: their ids, states and command lines.
func children(t *testing.T) []string {
	t.Helper()
	names, err := os.ReadDir("/proc")
	require.NoError(t, err)
	parent := strconv.Itoa(os.Getpid())
	var found []string
	for _, name := range names {
		if _, err := strconv.Atoi(name.Name()); err != nil {
			continue
		}
		if fields := statFields(name.Name()); len(fields) > 1 && fields[1] == parent {
			command, _ := os.ReadFile("/proc/" + name.Name() + "/cmdline")
			found = append(found, fmt.Sprintf("%s %s %.80q", name.Name(), fields[0], command))
		}
	}
	return found
}

// A watch sees the end of a process, whoever its parent is.
type watch struct{ handle int }

func watchProcess(t *testing.T, pid int) watch {
	t.Helper()
	handle, err := unix.PidfdOpen(pid, 0)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(handle) })
	return watch{handle}
}

func (w watch) requireEnd(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		fds := []unix.PollFd{{Fd: int32(w.handle), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int(time.Until(deadline).Milliseconds()))
		if err == unix.EINTR {
			continue
		}
		require.NoError(t, err)
		require.Positive(t, n, "the process still lives")
		return
	}
}

// awaitBooted waits until an interpreter of a pool waits for its boot frame, asleep in a read.
func awaitBooted(t testing.TB, p *pool) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		p.mu.Lock()
		idle := append([]*process{}, p.idle...)
		p.mu.Unlock()
		if len(idle) == 0 {
			continue
		}
		<-idle[0].fed
		call, err := os.ReadFile("/proc/" + strconv.Itoa(idle[0].leader.Pid) + "/syscall")
		if err == nil && strings.HasPrefix(string(call), strconv.Itoa(unix.SYS_READ)+" 0x3 ") {
			return
		}
	}
	require.FailNow(t, "no interpreter is ready")
}
