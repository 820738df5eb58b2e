// Package confine takes the authority away from programs of the native backend, on Linux:
//
//	runtime, err := native.New(native.Config{Launcher: confine.New()})
//
// Before an interpreter is executed, its process gives up every capability and the chance to gain
// any (no_new_privs); Landlock then lets it read the files of the interpreter and change those of
// its private directory, nothing else, and lets it signal no process outside; and seccomp refuses
// every system call that an ordinary program has no need of: sockets other than pairs, ptrace,
// mounts, namespaces, new sessions and process groups, and all that are not known. A refused call
// fails with an error in the program, PermissionError as a rule. Descendants are confined too and
// cannot leave the process group, so nothing of a run outlives it.
//
// What an ordinary program may miss: it cannot execute other programs than the interpreter, and not
// use multiprocessing's locks, queues and pools, whose semaphores are files outside.
//
// A process cannot be confined after it has started, and not by another. So the host's own program
// is executed in between: importing this package makes it confine itself when it is executed in
// that way, before its main function.
//
// Linux 6.12 is needed, with Landlock among its security modules. Without it native.New fails and
// says what is missing; a program is never run unconfined instead.
package confine
