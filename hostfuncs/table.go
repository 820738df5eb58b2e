package hostfuncs

import "coderuntime/internal/memfs"

// The descriptors that every guest starts with.
const (
	fdStdin  = 0
	fdStdout = 1
	fdStderr = 2
	fdRoot   = 3 // of WASI; reads and writes of fd 3 by the libc go to the channel instead
	fdFirst  = 4 // the first that the guest opens itself
)

// A descriptor is one place of the table.
type descriptor struct {
	kind descriptorKind
	file *memfs.File // of kindFile and kindRoot
	// rights and inheriting are what the guest was told it may do; they are kept because the
	// libc asks for them. What is enforced is in file.
	rights, inheriting rights
	nonblock           bool
}

type descriptorKind uint8

const (
	kindFree descriptorKind = iota
	kindStdin
	kindStdout
	kindStderr
	kindRoot
	kindFile
)

// A table holds the open descriptors, by their numbers.
type table struct {
	descriptors []descriptor // the last is open, unless it is one of the first four
	limit       int
	free        int  // no number below is free
	touched     bool // one of the first four was closed or changed
}

func newTable(files *memfs.FS, limit int) table {
	t := table{limit: limit}
	t.start(files)
	return t
}

func (t *table) start(files *memfs.FS) {
	t.descriptors = append(t.descriptors[:0],
		descriptor{kind: kindStdin, rights: rightsNull},
		descriptor{kind: kindStdout, rights: rightsOutput},
		descriptor{kind: kindStderr, rights: rightsOutput},
		descriptor{kind: kindRoot, file: files.Root(), rights: rightsDirectory, inheriting: rightsAll})
	t.free = fdFirst
	t.touched = false
}

func (t *table) reset(files *memfs.FS) {
	if t.pristine() {
		return
	}
	for i := range t.descriptors {
		if t.descriptors[i].kind == kindFile {
			t.descriptors[i].file.Close()
		}
	}
	clear(t.descriptors)
	t.start(files)
}

func (t *table) pristine() bool {
	return !t.touched && len(t.descriptors) == fdFirst
}

// get returns what fd stands for, or nil. The result is good until the next add.
func (t *table) get(fd uint32) *descriptor {
	if uint64(fd) >= uint64(len(t.descriptors)) || t.descriptors[fd].kind == kindFree {
		return nil
	}
	return &t.descriptors[fd]
}

// full reports whether add would fail.
func (t *table) full() bool { return t.lowest() >= t.limit }

func (t *table) lowest() int {
	for t.free < len(t.descriptors) && t.descriptors[t.free].kind != kindFree {
		t.free++
	}
	return t.free
}

// add gives a descriptor the lowest free number. The table must not be full.
func (t *table) add(d descriptor) uint32 {
	fd := t.lowest()
	if fd == len(t.descriptors) {
		t.descriptors = append(t.descriptors, descriptor{})
	}
	t.descriptors[fd] = d
	t.free++
	return uint32(fd)
}

// close frees a number. The root stays open as long as the guest lives: the libc in its memory
// counts on that.
func (t *table) close(fd uint32) memfs.Errno {
	d := t.get(fd)
	switch {
	case d == nil:
		return memfs.EBADF
	case d.kind == kindRoot:
		return memfs.EPERM
	case d.kind == kindFile:
		d.file.Close()
	}
	if fd < fdFirst {
		t.touched = true
	}
	*d = descriptor{}
	t.free = min(t.free, int(fd))
	for last := len(t.descriptors) - 1; last >= fdFirst && t.descriptors[last].kind == kindFree; last-- {
		t.descriptors = t.descriptors[:last]
	}
	return memfs.OK
}
