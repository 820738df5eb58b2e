//go:build !linux

package wasm

import "time"

var processStart = time.Now()

// threadCPU stands in for the CPU time of the calling thread: real time, of which a program may be
// charged more than it used when the machine is busy, and never less.
func threadCPU() time.Duration { return time.Since(processStart) }
