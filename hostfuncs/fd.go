package hostfuncs

import (
	"encoding/binary"
	"math"

	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// The file types of WASI preview 1 that no file of memfs has. What the guest prints goes to a
// stream, which is no terminal.
const (
	typeCharacterDevice = 2
	typeStream          = 6
)

// The flags of an open descriptor.
const (
	flagAppend   = 1 << 0
	flagNonblock = 1 << 2
)

func (d *descriptor) fileType() byte {
	switch d.kind {
	case kindStdin:
		return typeCharacterDevice
	case kindStdout, kindStderr:
		return typeStream
	}
	return byte(d.file.Kind())
}

// fileOf returns the file that fd stands for; without is the error for one that is none.
func (g *Guest) fileOf(fd uint64, without memfs.Errno) (*memfs.File, memfs.Errno) {
	d := g.table.get(uint32(fd))
	switch {
	case d == nil:
		return nil, memfs.EBADF
	case d.file == nil:
		return nil, without
	}
	return d.file, memfs.OK
}

// fd_advise(fd, offset, length, advice) is taken and does nothing.
func fdAdvise(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	_, errno := g.fileOf(p[0], memfs.ESPIPE)
	return errno
}

// fd_close(fd)
func fdClose(g *Guest, _ api.Memory, p []uint64) memfs.Errno { return g.table.close(uint32(p[0])) }

// fd_sync(fd), fd_datasync(fd): everything is where it stays.
func fdSync(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	_, errno := g.fileOf(p[0], memfs.EINVAL)
	return errno
}

// fd_fdstat_get(fd, result)
func fdFdstatGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	d := g.table.get(uint32(p[0]))
	if d == nil {
		return memfs.EBADF
	}
	b, ok := m.Read(uint32(p[1]), 24)
	if !ok {
		return memfs.EFAULT
	}
	clear(b)
	b[0] = d.fileType()
	flags := uint16(0)
	if d.file != nil && d.file.Flags()&memfs.Append != 0 {
		flags |= flagAppend
	}
	if d.nonblock {
		flags |= flagNonblock
	}
	binary.LittleEndian.PutUint16(b[2:], flags)
	binary.LittleEndian.PutUint64(b[8:], uint64(d.rights))
	binary.LittleEndian.PutUint64(b[16:], uint64(d.inheriting))
	return memfs.OK
}

// fd_fdstat_set_flags(fd, flags)
func fdFdstatSetFlags(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	fd, flags := uint32(p[0]), uint32(p[1])
	d := g.table.get(fd)
	if d == nil {
		return memfs.EBADF
	}
	if d.kind != kindFile {
		g.table.touched = true
	}
	d.nonblock = flags&flagNonblock != 0
	if d.file != nil {
		d.file.SetAppend(flags&flagAppend != 0)
	}
	return memfs.OK
}

// fd_filestat_get(fd, result)
func fdFilestatGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	d := g.table.get(uint32(p[0]))
	if d == nil {
		return memfs.EBADF
	}
	if d.file == nil {
		return putStat(m, uint32(p[1]), memfs.Stat{Kind: memfs.Kind(d.fileType()), Links: 1})
	}
	return putStat(m, uint32(p[1]), d.file.Stat())
}

func putStat(m api.Memory, address uint32, s memfs.Stat) memfs.Errno {
	b, ok := m.Read(address, 64)
	if !ok {
		return memfs.EFAULT
	}
	clear(b)
	binary.LittleEndian.PutUint64(b[8:], s.Inode)
	b[16] = byte(s.Kind)
	binary.LittleEndian.PutUint64(b[24:], s.Links)
	binary.LittleEndian.PutUint64(b[32:], uint64(s.Size))
	binary.LittleEndian.PutUint64(b[40:], uint64(s.Access))
	binary.LittleEndian.PutUint64(b[48:], uint64(s.Modified))
	binary.LittleEndian.PutUint64(b[56:], uint64(s.Changed))
	return memfs.OK
}

// fd_filestat_set_size(fd, size)
func fdFilestatSetSize(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	f, errno := g.fileOf(p[0], memfs.EINVAL)
	switch {
	case errno != memfs.OK:
		return errno
	case p[1] > math.MaxInt64:
		return memfs.EINVAL
	}
	return f.Truncate(int64(p[1]))
}

// fd_filestat_set_times(fd, access, modified, which)
func fdFilestatSetTimes(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	f, errno := g.fileOf(p[0], memfs.EINVAL)
	if errno != memfs.OK {
		return errno
	}
	access, modified, errno := g.times(p[1], p[2], uint32(p[3]))
	if errno != memfs.OK {
		return errno
	}
	return f.SetTimes(access, modified)
}

// What is set by the functions that set times.
const (
	setAccess      = 1 << 0
	setAccessNow   = 1 << 1
	setModified    = 1 << 2
	setModifiedNow = 1 << 3
)

// times returns the times to set; nil leaves one as it is.
func (g *Guest) times(access, modified uint64, which uint32) (a, mod *int64, errno memfs.Errno) {
	now := g.wall().UnixNano()
	a, aOK := chosenTime(access, now, which&setAccess != 0, which&setAccessNow != 0)
	mod, modOK := chosenTime(modified, now, which&setModified != 0, which&setModifiedNow != 0)
	if !aOK || !modOK {
		return nil, nil, memfs.EINVAL
	}
	return a, mod, memfs.OK
}

func chosenTime(given uint64, now int64, useGiven, useNow bool) (t *int64, ok bool) {
	switch {
	case useGiven && useNow:
		return nil, false
	case useNow:
		return &now, true
	case useGiven:
		given := int64(given)
		return &given, true
	}
	return nil, true
}

// fd_prestat_get(fd, result): the root is the one directory that is open at the start.
func fdPrestatGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	if d := g.table.get(uint32(p[0])); d == nil || d.kind != kindRoot {
		return memfs.EBADF
	}
	const directory, nameLength = 0, 1
	return stored(m.WriteUint64Le(uint32(p[1]), nameLength<<32|directory))
}

// fd_prestat_dir_name(fd, address, length)
func fdPrestatDirName(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	if d := g.table.get(uint32(p[0])); d == nil || d.kind != kindRoot {
		return memfs.EBADF
	}
	if uint32(p[2]) < 1 {
		return memfs.ENAMETOOLONG
	}
	return stored(m.WriteByte(uint32(p[1]), '/'))
}
