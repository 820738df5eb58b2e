package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// landlockNeeded is the version of Landlock that can keep signals in: Linux 6.12.
const landlockNeeded = 6

func init() {
	if len(os.Args) > 2 && os.Args[0] == argv0 {
		err := confineAndExec(os.Args[1], os.Args[2:])
		fmt.Fprintf(os.Stderr, "coderuntime: could not confine the interpreter: %v\n", err)
		os.Exit(1)
	}
}

// checkKernel says what the kernel lacks.
func checkKernel() error {
	version, err := llsyscall.LandlockGetABIVersion()
	switch {
	case err != nil:
		return fmt.Errorf("the kernel has no Landlock (%w): boot with landlock among the lsm= modules", err)
	case version < landlockNeeded:
		return fmt.Errorf("Landlock is version %d, signals need %d: use Linux 6.12 or newer", version, landlockNeeded)
	case !seccomp.Supported():
		return errors.New("the kernel has no seccomp filters")
	}
	return nil
}

// confineAndExec gives up authority on this thread, which alone lives on after the exec.
func confineAndExec(text string, argv []string) error {
	var p policy
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	runtime.LockOSThread()
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := seccomp.SetNoNewPrivs(); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	if err := restrictFiles(p); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := seccomp.LoadFilter(filter()); err != nil {
		return err
	}
	return os.NewSyscallError("execve", syscall.Exec(argv[0], argv, os.Environ()))
}

func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return os.NewSyscallError("capset", unix.Capset(&header, &none[0]))
}

func restrictFiles(p policy) error {
	rules := []landlock.Rule{
		landlock.RWDirs(p.Write).WithRefer(),
		landlock.RWFiles("/dev/null"),
	}
	for _, path := range p.Read {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			rules = append(rules, landlock.RODirs(path))
		default:
			rules = append(rules, landlock.ROFiles(path))
		}
	}
	fd, flags, err := landlock.V6.NewRulesetFD(rules...)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return llsyscall.LandlockRestrictSelf(fd, flags)
}
