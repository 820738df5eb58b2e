// Package native runs each program in a CPython process of its own: python3 -I, started for one run
// and ended with it.
//
// The process gets four file descriptors and nothing else of the host: standard input, at its end
// from the start; standard output and error, whose bytes become log entries; and descriptor 3, one
// end of a socket pair, which carries the protocol of package protocol. Its environment is TMPDIR
// alone, and that is its working directory too: a private directory, removed after the run.
//
// It contains resources, not authority. A program here may read what the user of the host may read
// and connect where the user may connect. Processor time, address space, open files and file sizes
// are limited by the kernel for each process, wall time by the host, and a run ends by SIGTERM and
// then SIGKILL to its process group. A descendant that leaves the group by setsid is not found
// again; it can delay the outcome by the grace period and two seconds, not longer. For programs that
// are not trusted use package wasm, or the launcher of package native/confine on Linux.
package native
