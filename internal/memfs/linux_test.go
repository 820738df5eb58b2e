//go:build linux

package memfs

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// linuxErrnos are the numbers of Linux for ours.
var linuxErrnos = map[syscall.Errno]Errno{
	0: OK, syscall.EBADF: EBADF, syscall.EBUSY: EBUSY, syscall.EEXIST: EEXIST, syscall.EINVAL: EINVAL, syscall.EISDIR: EISDIR,
	syscall.ENOENT: ENOENT, syscall.ENOTDIR: ENOTDIR, syscall.ENOTEMPTY: ENOTEMPTY, syscall.ENAMETOOLONG: ENAMETOOLONG,
}

// A pair is the same directory twice: in memory, and on the disk of the machine.
type pair struct {
	t     *testing.T
	fs    *FS
	base  *File
	disk  string
	files []pairOfFiles
	log   []string
}

type pairOfFiles struct {
	ours   *File
	theirs int
}

func (p *pair) same(what string, ours Errno, theirs error) {
	var number syscall.Errno
	if theirs != nil {
		require.ErrorAs(p.t, theirs, &number)
	}
	want, known := linuxErrnos[number]
	p.log = append(p.log, fmt.Sprintf("%s: %v", what, ours))
	require.True(p.t, known, "%v\n%s", number, strings.Join(p.log, "\n"))
	require.Equal(p.t, want, ours, strings.Join(p.log, "\n"))
}

// path is the path on the disk; filepath.Join would clean away what is tested here.
func (p *pair) path(path string) string {
	if path == "" {
		return ""
	}
	return p.disk + "/" + path
}

func (p *pair) open(path string, flags Flags) {
	numbers := map[Flags]int{Read: os.O_RDONLY, Write: os.O_WRONLY, Read | Write: os.O_RDWR}
	theirFlags := numbers[flags&(Read|Write)] | syscall.O_CLOEXEC
	for flag, number := range map[Flags]int{Append: syscall.O_APPEND, Create: syscall.O_CREAT,
		Exclusive: syscall.O_EXCL, Truncate: syscall.O_TRUNC, OnlyDirectory: syscall.O_DIRECTORY} {
		if flags&flag != 0 {
			theirFlags |= number
		}
	}
	ours, errno := p.fs.Open(p.base, path, flags)
	theirs, err := syscall.Open(p.path(path), theirFlags, 0o700)
	p.same(fmt.Sprintf("open %q %b", path, flags), errno, err)
	if err == nil {
		p.files = append(p.files, pairOfFiles{ours, theirs})
	}
}

func (p *pair) close(i int) {
	p.log = append(p.log, fmt.Sprintf("close %d", i))
	p.files[i].ours.Close()
	require.NoError(p.t, syscall.Close(p.files[i].theirs))
	p.files = slices.Delete(p.files, i, i+1)
}

// use does something with an open file.
func (p *pair) use(random *rand.Rand, f pairOfFiles) {
	switch random.IntN(5) {
	case 0:
		data := []byte(strings.Repeat(string(rune('a'+random.IntN(26))), random.IntN(9000)))
		n, errno := f.ours.Write(data)
		m, err := syscall.Write(f.theirs, data)
		p.same("write", errno, err)
		require.Equal(p.t, max(m, 0), n)
	case 1:
		a, b := make([]byte, 5000), make([]byte, 5000)
		n, errno := f.ours.Read(a)
		m, err := syscall.Read(f.theirs, b)
		p.same("read", errno, err)
		require.True(p.t, bytes.Equal(b[:max(m, 0)], a[:n]), strings.Join(p.log, "\n"))
	case 2:
		if f.ours.Kind() == Directory {
			return // Linux's positions in directories are its own
		}
		offset, whence := int64(random.IntN(20000)-6000), random.IntN(3)
		position, errno := f.ours.Reposition(offset, Whence(whence))
		theirs, err := syscall.Seek(f.theirs, offset, whence)
		p.same(fmt.Sprintf("seek %d %d", offset, whence), errno, err)
		if err == nil {
			require.Equal(p.t, theirs, position)
		}
	case 3:
		size := int64(random.IntN(20000) - 1000)
		errno, err := f.ours.Truncate(size), syscall.Ftruncate(f.theirs, size)
		if errors.Is(err, syscall.EINVAL) && errno == EBADF {
			return // Linux says EINVAL for what is not open for writing
		}
		p.same(fmt.Sprintf("truncate %d", size), errno, err)
	case 4:
		var stat syscall.Stat_t
		require.NoError(p.t, syscall.Fstat(f.theirs, &stat))
		ours := f.ours.Stat()
		require.Equal(p.t, stat.Mode&syscall.S_IFMT == syscall.S_IFDIR, ours.Kind == Directory)
		if ours.Kind == Regular {
			require.Equal(p.t, stat.Size, ours.Size)
			require.Equal(p.t, uint64(stat.Nlink), ours.Links)
		}
	}
}

func (p *pair) step(random *rand.Rand) {
	path := func() string { return somePaths[random.IntN(len(somePaths))] }
	a, b := path(), path()
	switch random.IntN(9) {
	case 0:
		p.same("mkdir "+a, p.fs.Mkdir(p.base, a), syscall.Mkdir(p.path(a), 0o700))
	case 1:
		p.same("rmdir "+a, p.fs.Rmdir(p.base, a), syscall.Rmdir(p.path(a)))
	case 2:
		p.same("unlink "+a, p.fs.Unlink(p.base, a), syscall.Unlink(p.path(a)))
	case 3:
		p.same("rename "+a+" "+b, p.fs.Rename(p.base, a, p.base, b), syscall.Rename(p.path(a), p.path(b)))
	case 4, 5:
		if len(p.files) < 8 {
			access := []Flags{Read, Write, Read | Write}[random.IntN(3)]
			p.open(a, access|Flags(random.IntN(32))<<2&(Append|Create|Exclusive|Truncate))
		}
	case 6:
		if len(p.files) > 0 {
			p.close(random.IntN(len(p.files)))
		}
	default:
		if len(p.files) > 0 {
			p.use(random, p.files[random.IntN(len(p.files))])
		}
	}
}

// requireSameTrees compares everything that has a name.
func (p *pair) requireSameTrees() {
	require.NoError(p.t, filepath.WalkDir(p.disk, func(path string, entry os.DirEntry, err error) error {
		require.NoError(p.t, err)
		name, err := filepath.Rel(p.disk, path)
		require.NoError(p.t, err)
		if !entry.IsDir() {
			data, err := os.ReadFile(path)
			require.NoError(p.t, err)
			require.True(p.t, string(data) == contentOf(p.fs, "tmp/base/"+name), strings.Join(p.log, "\n"))
			return nil
		}
		var names []string
		entries, err := os.ReadDir(path)
		require.NoError(p.t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		ours := namesIn(p.t, p.fs, "tmp/base/"+name)
		require.ElementsMatch(p.t, names, ours, strings.Join(p.log, "\n"))
		return nil
	}))
	open := []*File{p.base}
	for _, f := range p.files {
		open = append(open, f.ours)
	}
	requireAccounted(p.t, p.fs, open...)
}

// somePaths are few, so that operations meet each other.
var somePaths = []string{
	"a", "b", "a/a", "a/b", "b/a", "b/b", "a/a/a", "a/b/b", "a/", "b/", "a/b/", "./a", "a/../b", "a//b", "a/./b", "a/.", "a/..", ".", "", "b/a/../a",
}

func TestFilesBehaveAsThoseOfLinux(t *testing.T) {
	for seed := range uint64(100) {
		p := &pair{t: t, fs: newFS(t, Limits{}), disk: filepath.Join(t.TempDir(), "base")}
		require.NoError(t, os.Mkdir(p.disk, 0o700))
		require.Equal(t, OK, p.fs.Mkdir(p.fs.Root(), "tmp/base"))
		base, errno := p.fs.Open(p.fs.Root(), "tmp/base", Read)
		require.Equal(t, OK, errno)
		p.base = base
		random := rand.New(rand.NewPCG(seed, 2))
		for range 300 {
			p.step(random)
		}
		p.requireSameTrees()
		for len(p.files) > 0 {
			p.close(0)
		}
		p.requireSameTrees()
		if t.Failed() {
			break
		}
	}
	assert.False(t, t.Failed())
}
