package memfs

import "strings"

// Stat returns what is known about the file at path.
func (fs *FS) Stat(at *File, path string) (Stat, Errno) {
	n, errno := fs.get(at, path)
	if errno != OK {
		return Stat{}, errno
	}
	return n.stat(), OK
}

// SetTimes sets the access and modification times of the file at path. A nil one stays as it is.
func (fs *FS) SetTimes(at *File, path string, access, modified *int64) Errno {
	n, errno := fs.get(at, path)
	if errno != OK {
		return errno
	}
	return fs.setTimes(n, access, modified)
}

// get returns what is at the end of a path.
func (fs *FS) get(at *File, path string) (*node, Errno) {
	p, errno := fs.find(at, path)
	if errno != OK {
		return nil, errno
	}
	return p.get()
}

func (fs *FS) setTimes(n *node, access, modified *int64) Errno {
	if !n.writable {
		return EROFS
	}
	fs.used = true
	if access != nil {
		n.times.Access = *access
	}
	if modified != nil {
		n.times.Modified = *modified
	}
	n.times.Changed = fs.now().UnixNano()
	return OK
}

// Mkdir makes a directory.
func (fs *FS) Mkdir(at *File, path string) Errno {
	p, errno := fs.find(at, path)
	if errno != OK {
		return errno
	}
	if p.node != nil {
		return EEXIST
	}
	n, errno := fs.create(p, Directory)
	if errno != OK {
		return errno
	}
	n.parent = p.dir
	return OK
}

// create makes a node at a place where there is none.
func (fs *FS) create(p place, kind Kind) (*node, Errno) {
	switch {
	case !p.dir.writable:
		return nil, EROFS
	case !p.dir.linked:
		return nil, ENOENT
	case fs.inodes >= fs.limits.Inodes:
		return nil, ENOSPC
	}
	n := fs.newNode(kind)
	fs.link(p.dir, p.name, n)
	return n, OK
}

func (fs *FS) link(dir *node, name string, n *node) {
	dir.entries.add(strings.Clone(name), n) // or the whole path would be kept
	n.linked = true
	fs.changed(dir)
}

func (fs *FS) unlink(dir *node, name string, n *node) {
	dir.entries.remove(name)
	n.linked = false
	fs.changed(dir)
	fs.release(n)
}

// Unlink removes a file. One that is open lives on until it is closed.
func (fs *FS) Unlink(at *File, path string) Errno {
	p, errno := fs.find(at, path)
	if errno != OK {
		return errno
	}
	n, errno := p.get()
	switch {
	case errno != OK:
		return errno
	case n.kind == Directory:
		return EISDIR
	case !p.dir.writable:
		return EROFS
	}
	fs.unlink(p.dir, p.name, n)
	return OK
}

// Rmdir removes an empty directory.
func (fs *FS) Rmdir(at *File, path string) Errno {
	p, errno := fs.find(at, path)
	if errno != OK {
		return errno
	}
	n, errno := p.get()
	switch {
	case errno != OK:
		return errno
	case n.kind != Directory:
		return ENOTDIR
	case p.name == ".":
		return EINVAL
	case p.name == "..":
		return ENOTEMPTY
	case n == fs.tmp || n == fs.tree.root:
		return EBUSY
	case !p.dir.writable:
		return EROFS
	case len(n.entries.byName) > 0:
		return ENOTEMPTY
	}
	fs.unlink(p.dir, p.name, n)
	return OK
}

// Rename gives a file or directory another name. What had that name is replaced, if it is a file as
// well or an empty directory as well.
func (fs *FS) Rename(fromAt *File, fromPath string, toAt *File, toPath string) Errno {
	from, errno := fs.find(fromAt, fromPath)
	if errno != OK {
		return errno
	}
	to, errno := fs.find(toAt, toPath)
	if errno != OK {
		return errno
	}
	if errno := fs.mayRename(from, to); errno != OK || from.node == to.node {
		return errno
	}
	if to.node != nil {
		fs.unlink(to.dir, to.name, to.node)
	}
	from.dir.entries.remove(from.name)
	fs.changed(from.dir)
	fs.link(to.dir, to.name, from.node)
	if from.node.kind == Directory {
		from.node.parent = to.dir
	}
	from.node.times.Changed = fs.now().UnixNano()
	return OK
}

func (fs *FS) mayRename(from, to place) Errno {
	if !from.own() || !to.own() {
		return EBUSY
	}
	if _, errno := from.get(); errno != OK {
		return errno
	}
	directory := from.node.kind == Directory
	switch {
	case from.node == fs.tmp || to.node == fs.tmp:
		return EBUSY
	case !from.dir.writable || !to.dir.writable:
		return EROFS
	case !to.dir.linked:
		return ENOENT
	case !directory && to.slash:
		return ENOTDIR
	case directory && within(to.dir, from.node):
		return EINVAL
	case to.node != nil && within(from.dir, to.node):
		return ENOTEMPTY
	case to.node == nil || to.node == from.node:
		return OK
	case directory && to.node.kind != Directory:
		return ENOTDIR
	case !directory && to.node.kind == Directory:
		return EISDIR
	case directory && len(to.node.entries.byName) > 0:
		return ENOTEMPTY
	}
	return OK
}

// within reports whether dir is n or below it.
func within(dir, n *node) bool {
	for dir != n {
		if dir == dir.parent {
			return false
		}
		dir = dir.parent
	}
	return true
}
