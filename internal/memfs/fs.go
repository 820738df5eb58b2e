package memfs

import (
	"strings"
	"time"
)

// firstInode is the inode of /tmp; those of the tree are below, those of what /tmp holds above.
const firstInode = 1 << 32

// Limits are the caps of one FS. The zero value of a field stands for its default.
type Limits struct {
	// Bytes is what the files under /tmp may hold together, in pages of 4 KiB and with the lists
	// of pages counted. No file can be longer. Default 64 MiB.
	Bytes int64
	// Inodes is the number of files and directories under /tmp, those that have no name any more
	// and are still open included. Default 8192.
	Inodes int
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = 64 << 20
	}
	if l.Inodes == 0 {
		l.Inodes = 8192
	}
	return l
}

// An FS is one guest's view of the files: a Tree, and a /tmp that can be written. It is not safe for
// concurrent use.
//
// Paths are relative to a directory that is open; "/" begins at the root, which ".." does not leave.
// Names are bytes without a meaning, except that zero bytes are refused. There are no links.
// Changing anything outside /tmp is EROFS.
type FS struct {
	tree   *Tree
	limits Limits
	now    func() time.Time

	tmp    *node
	room   room
	inodes int
	next   uint64
	used   bool // something under /tmp was changed since Reset
}

// NewFS returns a file system with an empty /tmp. now gives the times of what is made there.
func NewFS(tree *Tree, limits Limits, now func() time.Time) *FS {
	fs := &FS{tree: tree, limits: limits.withDefaults(), now: now}
	fs.empty()
	return fs
}

// Reset makes /tmp what it was at the start: empty, with new times. Files that were open before must
// not be used any more.
func (fs *FS) Reset() {
	if fs.used {
		fs.empty()
		return
	}
	fs.touch(fs.tmp)
}

func (fs *FS) empty() {
	fs.room = room{limit: fs.limits.Bytes}
	fs.next = firstInode
	fs.tmp = fs.newNode(Directory)
	fs.tmp.parent = fs.tree.root
	fs.tmp.linked = true
	fs.inodes = 0
	fs.used = false
}

// Pristine reports whether /tmp is empty and no file that was there is still open.
func (fs *FS) Pristine() bool { return fs.inodes == 0 && len(fs.tmp.entries.byName) == 0 }

// Used returns how many bytes and inodes /tmp takes.
func (fs *FS) Used() (bytes int64, inodes int) { return fs.room.used, fs.inodes }

func (fs *FS) newNode(kind Kind) *node {
	n := &node{kind: kind, writable: true, inode: fs.next}
	fs.next++
	fs.inodes++
	if kind == Directory {
		n.entries = newDirectory()
	}
	now := fs.now().UnixNano()
	n.times = Times{now, now, now}
	return n
}

func (fs *FS) touch(n *node) {
	now := fs.now().UnixNano()
	n.times = Times{now, now, now}
}

// changed notes that what a node under /tmp holds has changed.
func (fs *FS) changed(n *node) {
	fs.used = true
	now := fs.now().UnixNano()
	n.times.Modified, n.times.Changed = now, now
}

// release gives back what a node took if nothing refers to it any more.
func (fs *FS) release(n *node) {
	if !n.writable || n.linked || n.files > 0 {
		return
	}
	n.content.free(&fs.room)
	fs.inodes--
}

// child returns what name stands for in dir, or nil.
func (fs *FS) child(dir *node, name string) *node {
	switch {
	case name == "." || name == "":
		return dir
	case name == "..":
		return dir.parent
	case dir == fs.tree.root && name == "tmp":
		return fs.tmp
	}
	return dir.entries.get(name)
}

// A place is where a path leads: a name in a directory, whether or not there is such a file.
type place struct {
	dir   *node
	name  string
	node  *node // nil if there is none
	slash bool  // the path ended in a slash, so it must be a directory
}

// find follows a path. The error is about the way; that there is nothing at its end is none.
func (fs *FS) find(at *File, path string) (place, Errno) {
	switch {
	case path == "":
		return place{}, ENOENT
	case len(path) > maxPath:
		return place{}, ENAMETOOLONG
	case strings.IndexByte(path, 0) >= 0:
		return place{}, EINVAL
	}
	dir := at.node
	if path[0] == '/' {
		dir = fs.tree.root
	}
	trimmed := strings.TrimRight(path, "/")
	slash := len(trimmed) < len(path)
	for {
		if dir.kind != Directory {
			return place{}, ENOTDIR
		}
		name, rest, more := strings.Cut(trimmed, "/")
		if len(name) > maxName {
			return place{}, ENAMETOOLONG
		}
		next := fs.child(dir, name)
		if !more {
			return place{dir, name, next, slash}, OK
		}
		if next == nil {
			return place{}, ENOENT
		}
		dir, trimmed = next, rest
	}
}

// get returns what is at the place.
func (p place) get() (*node, Errno) {
	switch {
	case p.node == nil:
		return nil, ENOENT
	case p.slash && p.node.kind != Directory:
		return nil, ENOTDIR
	}
	return p.node, OK
}

// own reports whether the place's last element is a real name that can be made or removed, as
// opposed to ".", ".." and the root.
func (p place) own() bool { return p.name != "" && p.name != "." && p.name != ".." }
