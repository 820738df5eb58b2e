package wasm

import (
	"errors"

	"github.com/tetratelabs/wazero/experimental"
)

// An arena is the linear memory of one instance at a time: address space up to the memory limit,
// whose beginning shows the image. It outlives its instances: between two of them it is restored,
// so that the pages it once touched stay resident. It is not safe for concurrent use.
//
// The methods that depend on the operating system are in the files arena_*.go.
type arena struct {
	space []byte // all of the reserved address space
	image *image // what a restored arena holds; nil for a blank one
	size  int    // current size of the linear memory
	peak  int    // largest size since the last restore

	copied bool // ordinary memory, not a mapping; see arena_copied.go
}

var errReserve = errors.New("wasm: cannot reserve address space for a guest's memory")

// Allocate implements experimental.MemoryAllocator: the arena is handed out as it is.
func (a *arena) Allocate(_, _ uint64) experimental.LinearMemory { return a }

// Reallocate sets the size of the memory. Beyond the limit there is none, which the guest sees as
// memory.grow failing and the program as MemoryError.
func (a *arena) Reallocate(size uint64) []byte {
	if size > uint64(len(a.space)) {
		return nil
	}
	a.size = int(size)
	a.peak = max(a.peak, a.size)
	return a.space[:a.size:len(a.space)]
}

// Free does nothing: the arena is restored or released by its owner.
func (a *arena) Free() {}

// grown reports whether the memory has been larger than the image.
func (a *arena) grown() bool { return a.peak > a.image.size }
