//go:build unix

package steps

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// ownGroup makes the command the leader of a process group that is asked to end with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &unix.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGTERM) }
}

// endGroup kills what is left of the command's process group.
func endGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
	}
}
