package memfs

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestFarOffsetsAreRefusedBeforeAnythingIsAllocated(t *testing.T) {
	fs := newFS(t, Limits{})
	f, errno := fs.Open(fs.Root(), "tmp/f", Read|Write|Create)
	require.Equal(t, OK, errno)
	p := []byte("x")
	assert.Less(t, allocated(func() {
		for _, offset := range []int64{64 << 20, 1 << 40, math.MaxInt64 - 1, math.MaxInt64} {
			_, errno := f.WriteAt(p, offset)
			assert.Equal(t, EFBIG, errno)
			_, _ = f.Reposition(offset, FromStart)
			_, errno = f.Write(p)
			assert.Equal(t, EFBIG, errno)
			if offset > 64<<20 {
				assert.Equal(t, EFBIG, f.Truncate(offset))
			}
		}
	}), uint64(64<<10))
	requireAccounted(t, fs, f)
	assert.Zero(t, fs.room.used)
}

func TestFilesShareTheBytes(t *testing.T) {
	const limit = 1 << 20
	fs := newFS(t, Limits{Bytes: limit})
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write|Create)
	g, _ := fs.Open(fs.Root(), "tmp/g", Read|Write|Create)
	_, errno := f.Write(make([]byte, limit/2))
	require.Equal(t, OK, errno)
	n, errno := g.Write(make([]byte, limit))
	assert.Equal(t, OK, errno)
	assert.InDelta(t, limit/2, n, limit/50, "as much as there is room for")
	n, errno = g.Write([]byte("x"))
	assert.Zero(t, n)
	assert.Equal(t, ENOSPC, errno)
	requireAccounted(t, fs, f, g)
	assert.Equal(t, OK, f.Truncate(0))
	_, errno = g.Write([]byte("x"))
	assert.Equal(t, OK, errno)
	requireAccounted(t, fs, f, g)
}

// Holes are free, but the lists of pages that lead across them are not.
func TestManySparseFilesStayWithinTheBytes(t *testing.T) {
	const limit = 8 << 20
	fs := newFS(t, Limits{Bytes: limit, Inodes: 5000})
	var refused int
	total := allocated(func() {
		for i := range 5000 {
			f, errno := fs.Open(fs.Root(), fmt.Sprintf("tmp/%d", i), Write|Create)
			require.Equal(t, OK, errno)
			if _, errno = f.WriteAt([]byte("x"), limit-1); errno != OK {
				assert.Equal(t, ENOSPC, errno)
				refused++
			}
			f.Close()
		}
	})
	assert.Positive(t, refused)
	assert.Less(t, total, uint64(limit+5000*1500))
	requireAccounted(t, fs)
}

func TestAWriteThatEndsAtTheLimitIsTheLongest(t *testing.T) {
	const limit = 10*pageSize + 10
	fs := newFS(t, Limits{Bytes: limit})
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write|Create)
	assert.Equal(t, OK, f.Truncate(limit))
	assert.Equal(t, EFBIG, f.Truncate(limit+1))
	n, errno := f.WriteAt([]byte("abcdef"), limit-3)
	assert.Equal(t, 3, n)
	assert.Equal(t, OK, errno)
	assert.Equal(t, int64(limit), f.Stat().Size)
	_, errno = f.WriteAt([]byte("a"), limit)
	assert.Equal(t, EFBIG, errno)
	requireAccounted(t, fs, f)
}

func TestInodesAreCounted(t *testing.T) {
	fs := newFS(t, Limits{Inodes: 10})
	for i := range 5 {
		require.Equal(t, OK, fs.Mkdir(fs.Root(), fmt.Sprintf("tmp/d%d", i)))
		create(t, fs, fmt.Sprintf("tmp/f%d", i), "")
	}
	assert.Equal(t, ENOSPC, fs.Mkdir(fs.Root(), "tmp/more"))
	_, errno := fs.Open(fs.Root(), "tmp/more", Write|Create)
	assert.Equal(t, ENOSPC, errno)
	f, _ := fs.Open(fs.Root(), "tmp/f0", Read)
	require.Equal(t, OK, fs.Unlink(fs.Root(), "tmp/f0"))
	assert.Equal(t, ENOSPC, fs.Mkdir(fs.Root(), "tmp/more"), "it is still open")
	f.Close()
	assert.Equal(t, OK, fs.Mkdir(fs.Root(), "tmp/more"))
	requireAccounted(t, fs)
}

// Directories that were filled and emptied one after the other must not keep what they grew to.
func TestEmptiedDirectoriesTakeNoMemory(t *testing.T) {
	fs := newFS(t, Limits{})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const directories, names = 100, 500
	for d := range directories {
		path := fmt.Sprintf("tmp/%d", d)
		require.Equal(t, OK, fs.Mkdir(fs.Root(), path))
		dir, _ := fs.Open(fs.Root(), path, Read)
		for n := range names {
			require.Equal(t, OK, fs.Mkdir(dir, fmt.Sprint(n)))
		}
		for n := range names {
			require.Equal(t, OK, fs.Rmdir(dir, fmt.Sprint(n)))
		}
		dir.Close()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(directories*4096))
	runtime.KeepAlive(fs)
}

// A name is all that is kept of a path, however long the way to it was.
func TestLongPathsAreNotKept(t *testing.T) {
	fs := newFS(t, Limits{})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const files = 5000
	for i := range files {
		create(t, fs, "tmp/"+strings.Repeat("./", 2000)+fmt.Sprint(i), "")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(files*1024))
	runtime.KeepAlive(fs)
}
