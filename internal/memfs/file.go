package memfs

import "math"

// Flags say how a file is opened.
type Flags uint16

// What a file is opened for, and what happens at the opening.
const (
	Read          Flags = 1 << iota
	Write               // ENOTDIR and EISDIR as in open(2)
	Append              // every write goes to the end
	Create              // make the file if there is none
	Exclusive           // with Create: EEXIST if there is one
	Truncate            // with Write: make it empty
	OnlyDirectory       // ENOTDIR for anything else
)

// A File is an open file or directory, with the position of its next Read or Write.
type File struct {
	fs     *FS
	node   *node
	flags  Flags
	data   []byte // of a file of the tree
	offset int64
}

// Root opens the root directory.
func (fs *FS) Root() *File { return &File{fs: fs, node: fs.tree.root, flags: Read} }

// Open opens the file at path. A directory can be opened for reading only.
func (fs *FS) Open(at *File, path string, flags Flags) (*File, Errno) {
	p, errno := fs.find(at, path)
	if errno != OK {
		return nil, errno
	}
	n := p.node
	switch {
	case flags&Create != 0 && p.slash:
		return nil, EISDIR
	case n == nil && flags&Create == 0:
		return nil, ENOENT
	case n == nil && flags&OnlyDirectory != 0:
		return nil, EINVAL
	case n == nil:
		if n, errno = fs.create(p, Regular); errno != OK {
			return nil, errno
		}
	case flags&Create != 0 && flags&Exclusive != 0:
		return nil, EEXIST
	case (p.slash || flags&OnlyDirectory != 0) && n.kind != Directory:
		return nil, ENOTDIR
	case n.kind == Directory && flags&(Write|Create|Truncate) != 0:
		return nil, EISDIR
	case flags&(Write|Truncate) != 0 && n.kind == Regular && !n.writable:
		return nil, EROFS
	}
	f := &File{fs: fs, node: n, flags: flags}
	if n.packed != nil {
		data, err := n.packed.bytes()
		if err != nil {
			return nil, EIO
		}
		f.data = data
	}
	if flags&Truncate != 0 && n.kind == Regular && n.content.size > 0 {
		n.content.truncate(0, &fs.room)
		fs.changed(n)
	}
	n.hold()
	return f, OK
}

// hold counts a File that refers to n. The nodes of a tree are shared and not counted.
func (n *node) hold() {
	if n.writable {
		n.files++
	}
}

// Close gives the file back. It must not be used afterwards.
func (f *File) Close() {
	if f.node.writable {
		f.node.files--
		f.fs.release(f.node)
	}
}

// Stat returns what is known about the file.
func (f *File) Stat() Stat { return f.node.stat() }

// Kind is what the file is.
func (f *File) Kind() Kind { return f.node.kind }

// Flags returns Read, Write and Append as far as they are set.
func (f *File) Flags() Flags { return f.flags & (Read | Write | Append) }

// SetAppend sets whether every write goes to the end.
func (f *File) SetAppend(on bool) {
	f.flags &^= Append
	if on {
		f.flags |= Append
	}
}

// SetTimes sets the access and modification times. A nil one stays as it is.
func (f *File) SetTimes(access, modified *int64) Errno {
	return f.fs.setTimes(f.node, access, modified)
}

// Read reads from the position on and moves it. At the end it reads 0 bytes.
func (f *File) Read(p []byte) (int, Errno) {
	n, errno := f.ReadAt(p, f.offset)
	f.offset += int64(n)
	return n, errno
}

// ReadAt reads from an offset on.
func (f *File) ReadAt(p []byte, offset int64) (int, Errno) {
	switch {
	case f.node.kind == Directory:
		return 0, EISDIR
	case f.flags&Read == 0:
		return 0, EBADF
	case offset < 0:
		return 0, EINVAL
	case f.node.kind == Device:
		return 0, OK
	case f.node.packed == nil:
		return f.node.content.readAt(p, offset), OK
	case offset >= int64(len(f.data)):
		return 0, OK
	}
	return copy(p, f.data[offset:]), OK
}

// Write writes at the position, or at the end with Append, and moves the position behind. It writes
// less than all of p when there is no room for more.
func (f *File) Write(p []byte) (int, Errno) {
	offset := f.offset
	if f.flags&Append != 0 && f.node.kind == Regular {
		offset = f.node.content.size
	}
	n, errno := f.WriteAt(p, offset)
	if n > 0 {
		f.offset = offset + int64(n)
	}
	return n, errno
}

// WriteAt writes at an offset, whether or not Append is set. It writes less than all of p when there
// is no room for more.
func (f *File) WriteAt(p []byte, offset int64) (int, Errno) {
	limit := f.fs.room.limit
	switch {
	case f.flags&Write == 0:
		return 0, EBADF
	case offset < 0:
		return 0, EINVAL
	case f.node.kind == Device:
		return len(p), OK
	case len(p) == 0:
		return 0, OK
	case offset >= limit:
		return 0, EFBIG
	}
	p = p[:min(int64(len(p)), limit-offset)]
	n := f.node.content.writeAt(p, offset, &f.fs.room)
	if n == 0 {
		return 0, ENOSPC
	}
	f.fs.changed(f.node)
	return n, OK
}

// Truncate sets the size of the file.
func (f *File) Truncate(size int64) Errno {
	switch {
	case f.flags&Write == 0 && f.node.kind != Directory:
		return EBADF
	case size < 0 || f.node.kind != Regular:
		return EINVAL
	case size > f.fs.room.limit:
		return EFBIG
	}
	f.node.content.truncate(size, &f.fs.room)
	f.fs.changed(f.node)
	return OK
}

// A Whence says what an offset counts from. The values are those of WASI preview 1.
type Whence uint8

// What an offset counts from.
const (
	FromStart   Whence = 0
	FromCurrent Whence = 1
	FromEnd     Whence = 2
)

// Reposition moves the position, which may lie behind the end, and returns it.
func (f *File) Reposition(offset int64, whence Whence) (int64, Errno) {
	var base int64
	switch {
	case f.node.kind == Directory:
		return 0, EINVAL
	case f.node.kind == Device:
		return 0, OK
	case whence == FromStart:
	case whence == FromCurrent:
		base = f.offset
	case whence == FromEnd:
		base = f.node.stat().Size
	default:
		return 0, EINVAL
	}
	if offset > math.MaxInt64-base || base+offset < 0 {
		return 0, EINVAL
	}
	f.offset = base + offset
	return f.offset, OK
}

// A DirEntry is one name in a directory.
type DirEntry struct {
	Name  string
	Inode uint64
	Kind  Kind
	// Next is the cookie with which a listing goes on behind this entry.
	Next uint64
}

// List calls yield with each entry of the directory from a cookie on, beginning with 0, until it
// returns false. Every name that exists throughout a listing is listed once.
func (f *File) List(cookie uint64, yield func(DirEntry) bool) Errno {
	n := f.node
	if n.kind != Directory {
		return ENOTDIR
	}
	if cookie <= 0 && !yield(DirEntry{".", n.inode, Directory, 1}) {
		return OK
	}
	if cookie <= 1 && !yield(DirEntry{"..", n.parent.inode, Directory, 2}) {
		return OK
	}
	for _, e := range n.entries.from(cookie) {
		if e.node != nil && !yield(DirEntry{e.name, e.node.inode, e.node.kind, e.cookie + 1}) {
			return OK
		}
	}
	if last := n.entries.next; n == f.fs.tree.root && cookie <= last {
		yield(DirEntry{"tmp", f.fs.tmp.inode, Directory, last + 1})
	}
	return OK
}
