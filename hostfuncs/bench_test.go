package hostfuncs

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// bench calls a function through the module made by hand, as a guest does.
func (c *caller) bench(b *testing.B, name string, args ...uint64) {
	f := c.module.ExportedFunction(name)
	stack := make([]uint64, 16)
	for b.Loop() {
		copy(stack, args)
		if err := f.CallWithStack(c.ctx, stack); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	b.Run("sched_yield", func(b *testing.B) { newCaller(b, Limits{}).bench(b, "sched_yield") })
	b.Run("clock_time_get", func(b *testing.B) {
		c := newCaller(b, Limits{})
		c.Wall, c.Monotonic = nil, nil
		c.bench(b, "clock_time_get", clockMonotonic, 0, resultAt)
	})
	b.Run("random_get-32", func(b *testing.B) { newCaller(b, Limits{}).bench(b, "random_get", bufferAt, 32) })
	b.Run("path_filestat_get", func(b *testing.B) {
		c := newCaller(b, Limits{})
		at, length := c.putPath(b, "lib/file")
		c.bench(b, "path_filestat_get", fdRoot, 0, at, length, resultAt)
	})
	b.Run("fd_write-100", func(b *testing.B) {
		c := newCaller(b, Limits{})
		c.vectors(b, bufferAt, 100)
		c.bench(b, "fd_write", fdStdout, vectorAt, 1, resultAt)
	})
}

// BenchmarkChannel is a frame of 100 bytes to the host and the same frame back.
func BenchmarkChannel(b *testing.B) {
	c := newCaller(b, Limits{})
	echo := &echo{}
	c.Channel = echo
	write, read := c.module.ExportedFunction("fd3_write"), c.module.ExportedFunction("fd3_read")
	var stack [2]uint64
	b.ReportAllocs()
	for b.Loop() {
		stack = [2]uint64{bufferAt, 100}
		if err := write.CallWithStack(c.ctx, stack[:]); err != nil {
			b.Fatal(err)
		}
		stack = [2]uint64{bufferAt, 1 << 15}
		if err := read.CallWithStack(c.ctx, stack[:]); err != nil {
			b.Fatal(err)
		}
		if stack[0] != 100 {
			b.Fatal(stack[0])
		}
	}
}

// An echo is a Channel that gives back what was written, without allocating.
type echo struct {
	frame [1 << 15]byte
	n     int
}

func (e *echo) Receive(p []byte) { e.n = copy(e.frame[:], p) }

func (e *echo) Take() []byte {
	frame := e.frame[:e.n]
	e.n = 0
	return frame
}

func BenchmarkReset(b *testing.B) {
	b.Run("clean", func(b *testing.B) {
		c := newCaller(b, Limits{})
		c.Wall = nil
		for b.Loop() {
			c.Reset()
		}
	})
	b.Run("one-file", func(b *testing.B) {
		c := newCaller(b, Limits{})
		at, length := c.putPath(b, "tmp/file")
		open := c.module.ExportedFunction("path_open")
		var stack [9]uint64
		for b.Loop() {
			stack = [9]uint64{fdRoot, 0, at, length, openCreate, uint64(rightsAll), uint64(rightsAll), 0, resultAt}
			if err := open.CallWithStack(c.ctx, stack[:]); err != nil || stack[0] != 0 {
				b.Fatal(err, stack[0])
			}
			c.Reset()
		}
	})
}

func BenchmarkNewGuest(b *testing.B) {
	tree, err := testTree()
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		NewGuest(tree, Limits{})
	}
}
