package memfs

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpeningAnswersAsLinuxDoes(t *testing.T) {
	for _, test := range []struct {
		path  string
		flags Flags
		want  Errno
	}{
		{"tmp/f", Read, OK},
		{"/tmp/f", Read | Write, OK},
		{"//tmp///f", Read, OK},
		{"tmp/./d/../f", Read, OK},
		{"../../tmp/../../tmp/f", Read, OK},
		{"tmp/none", Read, ENOENT},
		{"tmp/none", Read | Create, OK},
		{"tmp/none/", Write | Create, EISDIR},
		{"tmp/none", Read | Create | OnlyDirectory, EINVAL},
		{"tmp/none/below", Write | Create, ENOENT},
		{"tmp/f", Write | Create | Exclusive, EEXIST},
		{"tmp/f", Write | Create, OK},
		{"tmp/f", Read | OnlyDirectory, ENOTDIR},
		{"tmp/f/", Read, ENOTDIR},
		{"tmp/f/below", Read, ENOTDIR},
		{"tmp/f/..", Read, ENOTDIR},
		{"tmp/d", Read, OK},
		{"tmp/d/", Read | OnlyDirectory, OK},
		{"tmp/d", Write, EISDIR},
		{"tmp/d", Read | Create, EISDIR},
		{"lib/a.py", Read, OK},
		{"lib/a.py", Read | Create, OK},
		{"lib/a.py", Write, EROFS},
		{"lib/a.py", Read | Truncate, EROFS},
		{"lib/new", Write | Create, EROFS},
		{"new", Write | Create, EROFS},
		{"lib", Read, OK},
		{"", Read, ENOENT},
		{"/", Read, OK},
		{".", Read, OK},
		{"..", Read, OK},
		{"dev/null", Read | Write, OK},
		{"dev/null", Write | Create | Truncate, OK},
		{"tmp/a\x00b", Write | Create, EINVAL},
		{"tmp/" + strings.Repeat("n", 255), Write | Create, OK},
		{"tmp/" + strings.Repeat("n", 256), Write | Create, ENAMETOOLONG},
		{"tmp/" + strings.Repeat("./", 2046), Read, OK},
		{"tmp/" + strings.Repeat("./", 2046) + "f", Read, ENAMETOOLONG},
	} {
		fs := newFS(t, Limits{})
		create(t, fs, "tmp/f", "f")
		require.Equal(t, OK, fs.Mkdir(fs.Root(), "tmp/d"))
		f, errno := fs.Open(fs.Root(), test.path, test.flags)
		assert.Equal(t, test.want, errno, "%q %b", test.path, test.flags)
		if errno == OK {
			f.Close()
		}
		requireAccounted(t, fs)
	}
}

func TestReadingAndWritingKeepAPosition(t *testing.T) {
	fs := newFS(t, Limits{})
	f, errno := fs.Open(fs.Root(), "tmp/f", Read|Write|Create)
	require.Equal(t, OK, errno)
	text := strings.Repeat("0123456789", 1000) // several pages
	n, errno := f.Write([]byte(text))
	assert.Equal(t, len(text), n)
	assert.Equal(t, OK, errno)
	assert.Equal(t, "", rest(f))
	position, errno := f.Reposition(-5, FromEnd)
	assert.Equal(t, int64(9995), position)
	assert.Equal(t, OK, errno)
	assert.Equal(t, "56789", rest(f))
	_, _ = f.Reposition(4090, FromStart)
	_, _ = f.Reposition(3, FromCurrent)
	_, errno = f.Write([]byte("abcdef"))
	assert.Equal(t, OK, errno)
	p := make([]byte, 12)
	n, errno = f.ReadAt(p, 4090)
	assert.Equal(t, 12, n)
	assert.Equal(t, OK, errno)
	assert.Equal(t, "012abcdef901"[:3]+"abcdef"+text[4099:4102], string(p))
	requireAccounted(t, fs, f)
}

func TestAppendingGoesToTheEnd(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", "one")
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write|Append)
	g, _ := fs.Open(fs.Root(), "tmp/f", Write)
	_, _ = f.Write([]byte("two"))
	_, _ = g.Write([]byte("ONE"))
	_, _ = f.Reposition(0, FromStart)
	_, _ = f.Write([]byte("three"))
	assert.Equal(t, "ONEtwothree", contentOf(fs, "tmp/f"))
	_, _ = f.WriteAt([]byte("x"), 0) // unlike Linux, as POSIX has it
	f.SetAppend(false)
	_, _ = f.Reposition(1, FromStart)
	_, _ = f.Write([]byte("y"))
	assert.Equal(t, "xyEtwothree", contentOf(fs, "tmp/f"))
	assert.Equal(t, Read|Write, f.Flags())
}

func TestTruncatingCutsAndLeavesHoles(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", strings.Repeat("x", 10000))
	f, _ := fs.Open(fs.Root(), "tmp/f", Write)
	for _, size := range []int64{5000, 4096, 10, 20, 8192, 3, 0, 1 << 20} {
		assert.Equal(t, OK, f.Truncate(size))
		assert.Equal(t, size, f.Stat().Size)
		requireAccounted(t, fs, f)
	}
	assert.Equal(t, strings.Repeat("\x00", 1<<20), contentOf(fs, "tmp/f"))
	create(t, fs, "tmp/f", "abcdef")
	require.Equal(t, OK, f.Truncate(3))
	require.Equal(t, OK, f.Truncate(6))
	assert.Equal(t, "abc\x00\x00\x00", contentOf(fs, "tmp/f"), "what was cut does not come back")
	for size, want := range map[int64]Errno{-1: EINVAL, math.MinInt64: EINVAL, 1 << 40: EFBIG, math.MaxInt64: EFBIG} {
		assert.Equal(t, want, f.Truncate(size))
	}
}

func TestWhatAFileIsNotOpenForIsRefused(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", "f")
	reader, _ := fs.Open(fs.Root(), "tmp/f", Read)
	writer, _ := fs.Open(fs.Root(), "tmp/f", Write)
	dir, _ := fs.Open(fs.Root(), "tmp", Read)
	p := make([]byte, 1)
	_, errno := reader.Write(p)
	assert.Equal(t, EBADF, errno)
	assert.Equal(t, EBADF, reader.Truncate(0))
	_, errno = writer.Read(p)
	assert.Equal(t, EBADF, errno)
	_, errno = dir.Read(p)
	assert.Equal(t, EISDIR, errno)
	_, errno = dir.Write(p)
	assert.Equal(t, EBADF, errno)
	assert.Equal(t, EINVAL, dir.Truncate(0))
	_, errno = dir.Reposition(0, FromStart)
	assert.Equal(t, EINVAL, errno)
	assert.Equal(t, ENOTDIR, reader.List(0, nil))
}

func TestPositionsCannotOverflow(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", "12345")
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write)
	for _, test := range []struct {
		offset int64
		whence Whence
		want   Errno
	}{
		{-1, FromStart, EINVAL}, {math.MinInt64, FromStart, EINVAL}, {math.MinInt64, FromEnd, EINVAL},
		{math.MaxInt64, FromEnd, EINVAL}, {0, 3, EINVAL}, {0, 255, EINVAL},
		{math.MaxInt64, FromStart, OK}, {1, FromCurrent, EINVAL}, {0, FromCurrent, OK},
	} {
		_, errno := f.Reposition(test.offset, test.whence)
		assert.Equal(t, test.want, errno, "%d from %d", test.offset, test.whence)
	}
	p := make([]byte, 1)
	n, errno := f.Read(p)
	assert.Zero(t, n)
	assert.Equal(t, OK, errno)
	_, errno = f.Write(p)
	assert.Equal(t, EFBIG, errno)
	_, errno = f.ReadAt(p, -1)
	assert.Equal(t, EINVAL, errno)
	_, errno = f.WriteAt(p, -1)
	assert.Equal(t, EINVAL, errno)
}

func TestFilesOfTheTreeAreReadWithTheirOwnPositions(t *testing.T) {
	fs := newFS(t, Limits{})
	f, _ := fs.Open(fs.Root(), "lib/a.py", Read)
	g, _ := fs.Open(fs.Root(), "lib/a.py", Read)
	p := make([]byte, 5)
	_, _ = f.Read(p)
	assert.Equal(t, "print", string(p))
	assert.Equal(t, "print(1)", rest(g))
	assert.Equal(t, "(1)", rest(f))
	n, errno := f.ReadAt(p, 1<<40)
	assert.Zero(t, n)
	assert.Equal(t, OK, errno)
}

func TestTheNullDeviceTakesEverythingAndHoldsNothing(t *testing.T) {
	fs := newFS(t, Limits{})
	f, errno := fs.Open(fs.Root(), "dev/null", Read|Write|Append|Create|Truncate)
	require.Equal(t, OK, errno)
	n, errno := f.Write(make([]byte, 1<<20))
	assert.Equal(t, 1<<20, n)
	assert.Equal(t, OK, errno)
	assert.Equal(t, "", rest(f))
	position, errno := f.Reposition(5, FromEnd)
	assert.Zero(t, position)
	assert.Equal(t, OK, errno)
	assert.Equal(t, EINVAL, f.Truncate(1))
	assert.Equal(t, Device, f.Kind())
	assert.True(t, fs.Pristine())
}
