package memfs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// artefactVariable names the directory with the stdlib.zip that the benchmarks read.
const artefactVariable = "CODERUNTIME_TEST_ARTEFACT"

func library(b *testing.B) []byte {
	dir := os.Getenv(artefactVariable)
	if dir == "" {
		b.Skipf("%s is not set: it names a directory with stdlib.zip", artefactVariable)
	}
	zipped, err := os.ReadFile(filepath.Join(dir, "stdlib.zip"))
	require.NoError(b, err)
	return zipped
}

func BenchmarkNewTree(b *testing.B) {
	zipped := library(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewTree(zipped, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenAndRead(b *testing.B) {
	tree, err := NewTree(library(b), nil)
	require.NoError(b, err)
	fs := NewFS(tree, Limits{}, time.Now)
	root := fs.Root()
	buffer := make([]byte, 1<<20)
	for name, path := range map[string]string{
		"pyc": "lib/python3.13/json/__pycache__/decoder.cpython-313.pyc",
		"py":  "lib/python3.13/json/decoder.py",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f, errno := fs.Open(root, path, Read)
				if errno != OK {
					b.Fatal(errno)
				}
				n, _ := f.Read(buffer)
				b.SetBytes(int64(n))
				f.Close()
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	tree, err := NewTree(nil, nil)
	require.NoError(b, err)
	fs := NewFS(tree, Limits{}, time.Now)
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		f, errno := fs.Open(fs.Root(), "tmp/f", Write|Create|Truncate)
		if errno != OK {
			b.Fatal(errno)
		}
		if n, _ := f.Write(data); n != len(data) {
			b.Fatal(n)
		}
		f.Close()
	}
}
