package hostfuncs

import (
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"coderuntime/internal/memfs"
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// script is a fuzzing input: first what is in the guest's memory, then calls.
type script []byte

func (s *script) next(n int) []byte {
	p := make([]byte, 8)
	*s = (*s)[copy(p, (*s)[:min(n, len(*s))]):]
	return p
}

func (s *script) byte() byte { return s.next(1)[0] }

// argument is a number that is likely to mean something: a small one, an address of something that
// was put in memory, one near the end of memory, or any.
func (s *script) argument() uint64 {
	switch s.byte() % 5 {
	case 0:
		return uint64(s.byte())
	case 1:
		return []uint64{pathAt, vectorAt, resultAt, bufferAt}[s.byte()%4] + uint64(s.byte()%64)
	case 2:
		return memorySize + uint64(s.byte()) - 128
	case 3:
		return uint64(binary.LittleEndian.Uint32(s.next(4)))
	}
	return binary.LittleEndian.Uint64(s.next(8))
}

// A guest that calls any functions with any arguments must get answers, and must not make the host
// allocate more than the caps allow.
func FuzzHostFunctions(f *testing.F) {
	const maxBytes, maxInodes, maxOpen = 1 << 20, 64, 16
	functions := everyFunction()
	for i := range functions {
		f.Add([]byte("tmp/file"), []byte{byte(i), 1, 0, 1, 4, 0, 3, 1, 2, 0, 1, 1, 2, 0, 255})
	}
	for _, s := range seeds(functions) {
		f.Add([]byte("tmp/file"), s)
	}
	c := newCaller(f, Limits{Files: memfs.Limits{Bytes: maxBytes, Inodes: maxInodes}, Descriptors: maxOpen})
	c.Channel = &loop{}
	f.Fuzz(func(t *testing.T, memory []byte, s []byte) {
		whole, _ := c.memory.Read(0, memorySize)
		clear(whole)
		c.put(t, pathAt, memory[:min(len(memory), 1024)])
		c.vectors(t, bufferAt, 100, bufferAt, 1<<15)
		c.put(t, bufferAt, memory[:min(len(memory), 1<<15)])
		rest := script(s)
		calls := 0
		grown := allocated(func() {
			for ; len(rest) > 0 && calls < 200; calls++ {
				f := functions[int(rest.byte())%len(functions)]
				args := make([]uint64, len(f.signature))
				for i := range args {
					args[i] = rest.argument()
					if f.signature[i] == 'i' {
						args[i] = uint64(uint32(args[i]))
					}
				}
				result, err := c.try(f.name, args...)
				requireDeliberate(t, f, args, result, err)
			}
		})
		// A call may fill /tmp anew after another has emptied it.
		require.Less(t, grown, uint64((calls+1)*(maxBytes+64<<10)))
		bytes, inodes := c.Used()
		require.LessOrEqual(t, bytes, int64(maxBytes))
		require.LessOrEqual(t, inodes, maxInodes)
		require.LessOrEqual(t, len(c.table.descriptors), maxOpen)
		c.Reset()
		requireSame(t, newTestGuest(t, Limits{Files: memfs.Limits{Bytes: maxBytes, Inodes: maxInodes}, Descriptors: maxOpen}), c.Guest)
	})
}

// seeds are scripts that open a file and then do something with it.
func seeds(functions []function) (all [][]byte) {
	index := map[string]byte{}
	for i, f := range functions {
		index[f.name] = byte(i)
	}
	small := func(values ...byte) (s []byte) {
		for _, v := range values {
			s = append(s, 0, v)
		}
		return s
	}
	at := func(which byte) []byte { return []byte{1, which, 0} }
	join := func(name string, parts ...[]byte) []byte {
		s := []byte{index[name]}
		for _, p := range parts {
			s = append(s, p...)
		}
		return s
	}
	all64 := []byte{4, 255, 255, 255, 255, 255, 255, 255, 255}
	open := join("path_open", small(fdRoot, 0), at(0), small(8, openCreate), all64, all64, small(0), at(2))
	for _, then := range [][]byte{
		join("fd_write", small(4), at(1), small(2), at(2)),
		join("fd_pwrite", small(4), at(1), small(2), []byte{4, 0, 0, 0, 0, 0, 1, 0, 0}, at(2)),
		join("fd_filestat_set_size", small(4), []byte{4, 0, 0, 15, 0, 0, 0, 0, 0}),
		join("path_unlink_file", small(fdRoot), at(0), small(8)),
		join("fd_readdir", small(fdRoot), at(3), small(200, 0), at(2)),
		join("poll_oneoff", at(3), at(3), small(3), at(2)),
		join("fd_close", small(4)),
		join("random_get", at(3), small(200)),
		join("fd3_write", at(3), small(200)),
	} {
		all = append(all, append(append([]byte{}, open...), then...))
	}
	return all
}

// A loop is a Channel that gives back what was written last.
type loop struct{ frame []byte }

func (l *loop) Receive(p []byte) { l.frame = append([]byte{}, p...) }

func (l *loop) Take() []byte {
	frame := l.frame
	l.frame = nil
	return frame
}
