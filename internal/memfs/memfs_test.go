package memfs

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// someTime is what the clock of the tests shows.
var someTime = time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC)

func newFS(t testing.TB, limits Limits) *FS {
	tree, err := NewTree(nil, map[string][]byte{
		"lib/a.py":       []byte("print(1)"),
		"lib/sub/b.py":   []byte("print(2)"),
		"lib/empty":      {},
		"guest/boot.py":  []byte("boot"),
		"lib/sub/c.data": []byte(strings.Repeat("c", 10000)),
	})
	require.NoError(t, err)
	return NewFS(tree, limits, func() time.Time { return someTime })
}

// create makes a file with that content.
func create(t testing.TB, fs *FS, path, content string) {
	f, errno := fs.Open(fs.Root(), path, Write|Create|Truncate)
	require.Equal(t, OK, errno, path)
	n, errno := f.Write([]byte(content))
	require.Equal(t, OK, errno, path)
	require.Equal(t, len(content), n)
	f.Close()
}

// content is what is in a file, or the name of the error.
func contentOf(fs *FS, path string) string {
	f, errno := fs.Open(fs.Root(), path, Read)
	if errno != OK {
		return errno.String()
	}
	defer f.Close()
	return rest(f)
}

// rest is what is in a file from its position on.
func rest(f *File) string {
	var all []byte
	for {
		p := make([]byte, 1000)
		n, errno := f.Read(p)
		if errno != OK {
			return errno.String()
		}
		if n == 0 {
			return string(all)
		}
		all = append(all, p[:n]...)
	}
}

func namesIn(t testing.TB, fs *FS, path string) []string {
	f, errno := fs.Open(fs.Root(), path, Read)
	require.Equal(t, OK, errno, path)
	defer f.Close()
	var names []string
	require.Equal(t, OK, f.List(0, func(e DirEntry) bool {
		names = append(names, e.Name)
		return true
	}))
	return names[2:]
}

// A member is one file of a test archive.
type member struct {
	name, content string
	method        uint16
}

func archive(t testing.TB, members ...member) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		require.NoError(t, err)
		_, err = f.Write([]byte(m.content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// taken counts what the files that can be reached and the given open ones take; it is what the
// accounting has to come to.
func taken(fs *FS, open ...*File) (bytes int64, inodes int) {
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] || !n.writable {
			return
		}
		seen[n] = true
		if n != fs.tmp {
			inodes++
		}
		bytes += int64(len(n.content.pages)) * slotSize
		for _, p := range n.content.pages {
			if p != nil {
				bytes += pageSize
			}
		}
		if n.kind == Directory {
			for _, e := range n.entries.byName {
				visit(e.node)
			}
		}
	}
	visit(fs.tmp)
	for _, f := range open {
		visit(f.node)
	}
	return bytes, inodes
}

func requireAccounted(t testing.TB, fs *FS, open ...*File) {
	bytes, inodes := taken(fs, open...)
	usedBytes, usedInodes := fs.Used()
	require.Equal(t, bytes, usedBytes)
	require.Equal(t, inodes, usedInodes)
	require.LessOrEqual(t, usedBytes, fs.limits.Bytes)
	require.LessOrEqual(t, usedInodes, fs.limits.Inodes)
}
