package memfs

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyTmpCanBeChanged(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", "f")
	root, zero := fs.Root(), int64(0)
	for name, test := range map[string]struct{ got, want Errno }{
		"mkdir":             {fs.Mkdir(root, "d"), EROFS},
		"mkdir of lib":      {fs.Mkdir(root, "lib"), EEXIST},
		"mkdir of tmp":      {fs.Mkdir(root, "tmp"), EEXIST},
		"mkdir of the root": {fs.Mkdir(root, "/"), EEXIST},
		"rmdir of lib":      {fs.Rmdir(root, "lib"), EROFS},
		"rmdir of tmp":      {fs.Rmdir(root, "tmp"), EBUSY},
		"rmdir of the root": {fs.Rmdir(root, "/"), EBUSY},
		"rmdir of a file":   {fs.Rmdir(root, "lib/a.py"), ENOTDIR},
		"unlink":            {fs.Unlink(root, "lib/a.py"), EROFS},
		"unlink of nothing": {fs.Unlink(root, "lib/none"), ENOENT},
		"unlink of tmp":     {fs.Unlink(root, "tmp"), EISDIR},
		"unlink of null":    {fs.Unlink(root, "dev/null"), EROFS},
		"rename within":     {fs.Rename(root, "lib/a.py", root, "lib/b"), EROFS},
		"rename out":        {fs.Rename(root, "lib/a.py", root, "tmp/b"), EROFS},
		"rename in":         {fs.Rename(root, "tmp/f", root, "lib/f"), EROFS},
		"rename over":       {fs.Rename(root, "tmp/f", root, "lib/a.py"), EROFS},
		"rename of tmp":     {fs.Rename(root, "tmp", root, "tmp2"), EBUSY},
		"rename to tmp":     {fs.Rename(root, "lib", root, "tmp"), EBUSY},
		"times":             {fs.SetTimes(root, "lib/a.py", &zero, &zero), EROFS},
		"times of nothing":  {fs.SetTimes(root, "lib/none", &zero, &zero), ENOENT},
	} {
		assert.Equal(t, test.want, test.got, name)
	}
	assert.Equal(t, "f", contentOf(fs, "tmp/f"))
	assert.Equal(t, "print(1)", contentOf(fs, "lib/a.py"))
}

func TestAFileLivesAsLongAsItIsOpen(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/f", "alive")
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write)
	g, _ := fs.Open(fs.Root(), "tmp/f", Read)
	require.Equal(t, OK, fs.Unlink(fs.Root(), "tmp/f"))
	assert.Equal(t, "ENOENT", contentOf(fs, "tmp/f"))
	assert.Equal(t, uint64(0), f.Stat().Links)
	create(t, fs, "tmp/f", "another")
	assert.Equal(t, "alive", rest(f))
	_, errno := f.Write([]byte("!"))
	assert.Equal(t, OK, errno)
	requireAccounted(t, fs, f, g)
	f.Close()
	assert.Equal(t, "alive!", rest(g))
	g.Close()
	require.Equal(t, OK, fs.Unlink(fs.Root(), "tmp/f"))
	requireAccounted(t, fs)
	assert.True(t, fs.Pristine())
}

func TestAReplacedFileLivesAsLongAsItIsOpen(t *testing.T) {
	fs := newFS(t, Limits{})
	create(t, fs, "tmp/old", "old")
	create(t, fs, "tmp/new", "new")
	f, _ := fs.Open(fs.Root(), "tmp/old", Read)
	require.Equal(t, OK, fs.Rename(fs.Root(), "tmp/new", fs.Root(), "tmp/old"))
	assert.Equal(t, "old", rest(f))
	assert.Equal(t, "new", contentOf(fs, "tmp/old"))
	assert.Equal(t, []string{"old"}, namesIn(t, fs, "tmp"))
	requireAccounted(t, fs, f)
	f.Close()
	requireAccounted(t, fs)
}

func TestARemovedDirectoryStaysEmpty(t *testing.T) {
	fs := newFS(t, Limits{})
	require.Equal(t, OK, fs.Mkdir(fs.Root(), "tmp/d"))
	require.Equal(t, OK, fs.Mkdir(fs.Root(), "tmp/e"))
	d, _ := fs.Open(fs.Root(), "tmp/d", Read)
	require.Equal(t, OK, fs.Rmdir(fs.Root(), "tmp/d"))
	_, errno := fs.Open(d, "f", Write|Create)
	assert.Equal(t, ENOENT, errno)
	assert.Equal(t, ENOENT, fs.Mkdir(d, "sub"))
	assert.Equal(t, ENOENT, fs.Rename(fs.Root(), "tmp/e", d, "e"))
	_, errno = fs.Stat(d, "../../lib/a.py")
	assert.Equal(t, OK, errno)
	requireAccounted(t, fs, d)
	d.Close()
	requireAccounted(t, fs)
}

func TestADirectoryMovesWithWhatIsInIt(t *testing.T) {
	fs := newFS(t, Limits{})
	root := fs.Root()
	for _, d := range []string{"tmp/a", "tmp/a/b", "tmp/c"} {
		require.Equal(t, OK, fs.Mkdir(root, d))
	}
	create(t, fs, "tmp/a/b/f", "f")
	b, _ := fs.Open(root, "tmp/a/b", Read)
	assert.Equal(t, EINVAL, fs.Rename(root, "tmp/a", root, "tmp/a/b/a"))
	assert.Equal(t, EINVAL, fs.Rename(root, "tmp/a", root, "tmp/a/x"))
	assert.Equal(t, ENOTEMPTY, fs.Rename(root, "tmp/a/b", root, "tmp/a"))
	require.Equal(t, OK, fs.Rename(root, "tmp/a/b", root, "tmp/c"))
	assert.Equal(t, "f", contentOf(fs, "tmp/c/f"))
	_, errno := fs.Stat(b, "../a")
	assert.Equal(t, OK, errno, "its parent is where it went")
	assert.Equal(t, OK, fs.Rename(root, "tmp/c", root, "tmp/c"))
	requireAccounted(t, fs, b)
}

func TestTimesAreThoseOfTheClockAndCanBeSet(t *testing.T) {
	clock := someTime
	fs := newFS(t, Limits{})
	fs.now = func() time.Time { return clock }
	create(t, fs, "tmp/f", "f")
	at := func(n int64) Times {
		s, errno := fs.Stat(fs.Root(), "tmp/f")
		require.Equal(t, OK, errno)
		return Times{s.Access - n, s.Modified - n, s.Changed - n}
	}
	start := someTime.UnixNano()
	assert.Equal(t, Times{}, at(start))
	clock = clock.Add(10)
	f, _ := fs.Open(fs.Root(), "tmp/f", Read|Write)
	_ = rest(f)
	assert.Equal(t, Times{}, at(start), "reading leaves no trace")
	_, _ = f.Write([]byte("x"))
	assert.Equal(t, Times{0, 10, 10}, at(start))
	access, modified := int64(-7), int64(1<<62)
	assert.Equal(t, OK, f.SetTimes(&access, nil))
	assert.Equal(t, OK, fs.SetTimes(fs.Root(), "tmp/f", nil, &modified))
	assert.Equal(t, Times{-7, 1 << 62, start + 10}, at(0))
}

func TestResetLeavesNothing(t *testing.T) {
	fs := newFS(t, Limits{})
	require.Equal(t, OK, fs.Mkdir(fs.Root(), "tmp/d"))
	create(t, fs, "tmp/d/f", "secret")
	_, _ = fs.Open(fs.Root(), "tmp/d/f", Read)
	assert.False(t, fs.Pristine())
	fs.Reset()
	assert.True(t, fs.Pristine())
	assert.Empty(t, namesIn(t, fs, "tmp"))
	requireAccounted(t, fs)
	fresh := newFS(t, Limits{})
	assert.Equal(t, fresh.tmp.stat(), fs.tmp.stat())
	assert.Equal(t, fresh.next, fs.next)
	assert.Equal(t, fresh.room, fs.room)
}
