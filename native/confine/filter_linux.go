package confine

import (
	"strings"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// allowed are the system calls of an ordinary program. What is not here is refused: sockets, mounts,
// namespaces, ptrace, keys, kernel modules, io_uring, new sessions and groups, and what is not known.
// That also refuses every call through another architecture's entry, such as 32-bit code.
var allowed = strings.Fields(`
	read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range
	open openat creat dup dup2 dup3 pipe pipe2 fcntl flock ioctl fsync fdatasync sync_file_range syncfs
	ftruncate truncate fallocate fadvise64 sendfile splice tee copy_file_range memfd_create
	stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat statfs fstatfs
	getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
	link linkat symlink symlinkat mknod mknodat chmod fchmod fchmodat fchmodat2 umask
	utime utimes utimensat futimesat getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
	inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
	mmap munmap mprotect mremap msync mincore madvise brk mlock munlock membarrier
	rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack pause
	kill tkill tgkill restart_syscall signalfd signalfd4
	fork vfork execve exit exit_group wait4 waitid
	getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgid getpgrp getsid
	capget prctl arch_prctl set_tid_address set_robust_list get_robust_list rseq futex
	getrlimit setrlimit getrusage times sysinfo uname getcpu getpriority
	sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
	clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time alarm getitimer setitimer
	timer_create timer_settime timer_gettime timer_getoverrun timer_delete timerfd_create timerfd_settime timerfd_gettime
	select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
	eventfd eventfd2 getrandom
	socketpair sendto sendmsg sendmmsg recvfrom recvmsg recvmmsg shutdown getsockname getpeername getsockopt setsockopt`)

// newNamespaces are the flags of clone that make namespaces.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

func filter() seccomp.Filter {
	const (
		flags = 0 // of clone
		pid   = 0 // of prlimit64
	)
	conditions := func(argument uint32, operation seccomp.Operation, value uint64) []seccomp.Condition {
		return []seccomp.Condition{{Argument: argument, Operation: operation, Value: value}}
	}
	return seccomp.Filter{Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionErrno,
		Syscalls: []seccomp.SyscallGroup{
			// The C library tries it first and falls back on clone, whose flags can be seen.
			{Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS), Names: []string{"clone3"}},
			{Action: seccomp.ActionAllow, NamesWithCondtions: []seccomp.NameWithConditions{
				{Name: "clone", Conditions: conditions(flags, seccomp.BitsNotSet, newNamespaces)},
				{Name: "prlimit64", Conditions: conditions(pid, seccomp.Equal, 0)}, // its own limits only
			}},
			{Action: seccomp.ActionAllow, Names: known(allowed)},
		},
	}}
}

// known leaves out calls that this architecture does not have.
func known(names []string) []string {
	machine, err := arch.GetInfo("")
	if err != nil {
		return names // loading the filter will say so
	}
	var have []string
	for _, name := range names {
		if _, ok := machine.SyscallNames[name]; ok {
			have = append(have, name)
		}
	}
	return have
}
