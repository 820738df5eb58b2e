// Package hostfuncs is everything that the WebAssembly module of the guest can call: the channel on
// fd 3, the tick of the metering, and the part of WASI preview 1 that the module imports.
//
// The functions are written for a hostile guest. They reach the guest's own memory, the Guest that
// the context of the call carries, the clocks and the system's random numbers, and nothing else of
// the host. Whatever a guest passes, a function returns an error number; it ends the guest only for
// proc_exit and when Tick or Sleep say so, and it allocates nothing before a size is checked.
//
// docs/wasi-surface.md lists every function with what it can reach.
package hostfuncs
