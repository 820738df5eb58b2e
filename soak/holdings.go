package soak

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"coderuntime"
)

// Holdings are what this process has of the machine. Where the system doesn't say, a number is -1.
type Holdings struct {
	RSS         coderuntime.ByteSize // memory that is resident
	Heap        coderuntime.ByteSize // objects on the Go heap
	Goroutines  int
	Descriptors int
	Children    int // processes whose parent this one is, the dead included
}

// settling is how long what a run held may take to go when the run is over.
const settling = 20 * time.Second

// settled takes stock when the process has come to rest: what counts single things is no more than
// it was at first, or has not gone in time. Without a first it waits for the children alone.
func settled(first Holdings) Holdings {
	for deadline := time.Now().Add(settling); ; time.Sleep(10 * time.Millisecond) {
		var memory runtime.MemStats
		debug.FreeOSMemory()
		runtime.ReadMemStats(&memory)
		h := held()
		h.Goroutines, h.Heap = runtime.NumGoroutine(), coderuntime.ByteSize(memory.HeapAlloc)
		atRest := h.Children <= 0 && (first == Holdings{} || h.Goroutines <= first.Goroutines && h.Descriptors <= first.Descriptors)
		if atRest || time.Now().After(deadline) {
			return h
		}
	}
}

// Memory may differ by this much: arenas of instances and freed pages come and go.
const (
	memoryNoise    = 24 * coderuntime.MiB
	memoryFraction = 10
)

func (h Holdings) grownTo(end Holdings) (grown []string) {
	add := func(what string, from, to int) {
		if to > from {
			grown = append(grown, fmt.Sprintf("%s: %d, then %d", what, from, to))
		}
	}
	add("goroutines", h.Goroutines, end.Goroutines)
	add("file descriptors", h.Descriptors, end.Descriptors)
	add("child processes", h.Children, end.Children)
	if end.RSS > h.RSS+h.RSS/memoryFraction+memoryNoise {
		grown = append(grown, fmt.Sprintf("resident memory: %d MiB, then %d MiB", h.RSS/coderuntime.MiB, end.RSS/coderuntime.MiB))
	}
	return grown
}
