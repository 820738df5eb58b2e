package memfs

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	// maxName is how many bytes a name may have, and maxPath a path.
	maxName = 255
	maxPath = 4096

	// maxPacked bounds a member of the archive, so that a damaged size allocates nothing absurd.
	maxPacked = 256 << 20
)

// treeTime is the time of every file of a Tree: the earliest that a zip archive can hold.
var treeTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano()

// A Tree is the read-only part of a file system. It never changes and is safe for concurrent use by
// any number of FS.
type Tree struct {
	root  *node
	nodes uint64
}

// NewTree makes a tree of the members of a zip archive and of further files, given by their paths
// such as "guest/boot.py". Further files go before members of the same name. Every tree has
// /dev/null; none may have anything at /tmp.
//
// The tree keeps archive and the files and serves them in place: they must not change as long as it
// is used. The archive is trusted; its contents are looked at when they are read. An error is
// returned for an archive without a directory, for a path that is not clean, and for one that is a
// file and a directory.
func NewTree(archive []byte, files map[string][]byte) (*Tree, error) {
	t := &Tree{}
	t.root = t.newNode(Directory)
	t.root.parent = t.root
	for _, path := range slices.Sorted(maps.Keys(files)) {
		data := files[path]
		if err := t.add(path, &packed{size: int64(len(data)), data: data}); err != nil {
			return nil, err
		}
	}
	if archive != nil {
		if err := t.addArchive(archive, files); err != nil {
			return nil, err
		}
	}
	if t.root.entries.get("tmp") != nil {
		return nil, errors.New("memfs: a tree must not have anything at /tmp")
	}
	dev, _, err := t.directory("dev/null")
	if err != nil {
		return nil, err
	}
	if dev.entries.get("null") == nil {
		dev.entries.add("null", t.newNode(Device))
	}
	return t, nil
}

func (t *Tree) addArchive(archive []byte, files map[string][]byte) error {
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("memfs: reading the archive's directory: %w", err)
	}
	for _, member := range reader.File {
		if _, replaced := files[member.Name]; replaced {
			continue
		}
		if strings.HasSuffix(member.Name, "/") {
			if _, _, err := t.directory(member.Name + "."); err != nil {
				return err
			}
			continue
		}
		if member.UncompressedSize64 > maxPacked {
			return fmt.Errorf("memfs: %s has %d bytes", member.Name, member.UncompressedSize64)
		}
		p := &packed{size: int64(member.UncompressedSize64), archive: archive, member: member}
		if err := t.add(member.Name, p); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) add(path string, p *packed) error {
	dir, name, err := t.directory(path)
	if err != nil {
		return err
	}
	if !validName(name) || dir.entries.get(name) != nil {
		return fmt.Errorf("memfs: %q cannot be a file of a tree", path)
	}
	n := t.newNode(Regular)
	n.packed = p
	dir.entries.add(name, n)
	return nil
}

// directory returns the directory that path is in, made if need be, and path's last element.
func (t *Tree) directory(path string) (*node, string, error) {
	dir, rest := t.root, path
	for {
		name, after, more := strings.Cut(rest, "/")
		if !more {
			return dir, rest, nil
		}
		if !validName(name) {
			return nil, "", fmt.Errorf("memfs: %q cannot be a path of a tree", path)
		}
		next := dir.entries.get(name)
		if next == nil {
			next = t.newNode(Directory)
			next.parent = dir
			dir.entries.add(name, next)
		}
		if next.kind != Directory {
			return nil, "", fmt.Errorf("memfs: %q is below a file", path)
		}
		dir, rest = next, after
	}
}

func validName(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) <= maxName && strings.IndexByte(name, 0) < 0
}

func (t *Tree) newNode(kind Kind) *node {
	t.nodes++
	n := &node{kind: kind, inode: t.nodes, times: Times{treeTime, treeTime, treeTime}}
	if kind == Directory {
		n.entries = newDirectory()
	}
	return n
}
