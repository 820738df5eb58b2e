package memfs

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATreeServesArchiveAndFiles(t *testing.T) {
	long := strings.Repeat("long ", 1000)
	tree, err := NewTree(archive(t,
		member{"lib/stored.pyc", "stored", zip.Store},
		member{"lib/deflated.py", long, zip.Deflate},
		member{"lib/replaced.py", "old", zip.Store},
		member{"empty/", "", zip.Store},
	), map[string][]byte{"lib/replaced.py": []byte("new"), "guest/boot.py": []byte("boot")})
	require.NoError(t, err)
	fs := NewFS(tree, Limits{}, time.Now)
	assert.Equal(t, "stored", contentOf(fs, "lib/stored.pyc"))
	assert.Equal(t, long, contentOf(fs, "lib/deflated.py"))
	assert.Equal(t, "new", contentOf(fs, "lib/replaced.py"))
	assert.Equal(t, "boot", contentOf(fs, "/guest/boot.py"))
	assert.Equal(t, []string{"guest", "lib", "empty", "dev", "tmp"}, namesIn(t, fs, "/"))
	assert.Empty(t, namesIn(t, fs, "empty"))

	s, errno := fs.Stat(fs.Root(), "lib/deflated.py")
	assert.Equal(t, OK, errno)
	assert.Equal(t, Stat{Inode: s.Inode, Kind: Regular, Links: 1, Size: int64(len(long)),
		Times: Times{treeTime, treeTime, treeTime}}, s)
}

func TestStoredMembersAreServedInPlace(t *testing.T) {
	zipped := archive(t, member{"a", "in place", zip.Store})
	tree, err := NewTree(zipped, nil)
	require.NoError(t, err)
	data, err := tree.root.entries.get("a").packed.bytes()
	require.NoError(t, err)
	at := bytes.Index(zipped, []byte("in place"))
	assert.Same(t, unsafe.SliceData(zipped[at:]), unsafe.SliceData(data))
	assert.Equal(t, len(data), cap(data))
}

func TestMembersAreInflatedOnceForAll(t *testing.T) {
	tree, err := NewTree(archive(t, member{"a", strings.Repeat("x", 1<<16), zip.Deflate}), nil)
	require.NoError(t, err)
	var group sync.WaitGroup
	starts := make([]*byte, 16)
	for i := range starts {
		group.Go(func() {
			f, errno := NewFS(tree, Limits{}, time.Now).Open(NewFS(tree, Limits{}, time.Now).Root(), "a", Read)
			if errno == OK {
				starts[i] = unsafe.SliceData(f.data)
			}
		})
	}
	group.Wait()
	for _, start := range starts {
		assert.NotNil(t, start)
		assert.Same(t, starts[0], start)
	}
}

func TestInodesOfATreeAreTheSameEveryTime(t *testing.T) {
	files := map[string][]byte{}
	for i := range 50 {
		files[fmt.Sprintf("d%d/f%d", i%7, i)] = nil
	}
	inodes := func() (all []uint64) {
		tree, err := NewTree(nil, files)
		require.NoError(t, err)
		fs := NewFS(tree, Limits{}, time.Now)
		seen := map[uint64]bool{}
		for i := range 50 {
			s, errno := fs.Stat(fs.Root(), fmt.Sprintf("d%d/f%d", i%7, i))
			require.Equal(t, OK, errno)
			all = append(all, s.Inode)
			seen[s.Inode] = true
		}
		assert.Len(t, seen, 50)
		return all
	}
	assert.Equal(t, inodes(), inodes())
}

func TestBadTreesAreRefused(t *testing.T) {
	for name, files := range map[string]map[string][]byte{
		"empty path":             {"": nil},
		"absolute path":          {"/a": nil},
		"path with dot":          {"a/./b": nil},
		"path with parent":       {"a/../b": nil},
		"path ending in a slash": {"a/": nil},
		"zero byte":              {"a\x00": nil},
		"long name":              {strings.Repeat("a", 256): nil},
		"below a file":           {"a": nil, "a/b": nil},
		"something in tmp":       {"tmp/a": nil},
		"a file named tmp":       {"tmp": nil},
		"a file named dev":       {"dev": nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewTree(nil, files)
			assert.Error(t, err)
		})
	}
	_, err := NewTree([]byte("no archive"), nil)
	assert.ErrorIs(t, err, zip.ErrFormat)
	_, err = NewTree(archive(t, member{"a", "1", zip.Store}, member{"a", "2", zip.Store}), nil)
	assert.Error(t, err)
	_, err = NewTree(archive(t, member{"a", "1", zip.Store}, member{"a/", "", zip.Store}), nil)
	assert.Error(t, err)
}

func TestDamagedMembersAreErrorsOfTheirOwn(t *testing.T) {
	content := strings.Repeat("content ", 100)
	zipped := archive(t, member{"good", "good", zip.Store}, member{"bad", content, zip.Deflate})
	for i := 80; i < 100; i++ {
		zipped[i] ^= 0xff
	}
	tree, err := NewTree(zipped, nil)
	require.NoError(t, err)
	fs := NewFS(tree, Limits{}, time.Now)
	assert.Equal(t, "EIO", contentOf(fs, "bad"))
	assert.Equal(t, "EIO", contentOf(fs, "bad"))
	assert.Equal(t, "good", contentOf(fs, "good"))
}
