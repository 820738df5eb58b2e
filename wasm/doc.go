// Package wasm runs programs on CPython compiled to WebAssembly, inside the host process, under
// wazero. Nothing of the host is reachable but the functions that a request binds.
//
// An interpreter is booted once per machine; its memory is kept as an image, and every run begins
// as a copy of it. Between two awaits a run holds neither a thread nor a stack: the guest returns
// to the host whenever it waits, so that its whole state is in its linear memory.
package wasm
