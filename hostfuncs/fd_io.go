package hostfuncs

import (
	"encoding/binary"
	"math"

	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// fd_read(fd, vectors, count, result)
func fdRead(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	d := g.table.get(uint32(p[0]))
	switch {
	case d == nil:
		return memfs.EBADF
	case d.kind == kindStdin:
		return buffers(m, uint32(p[1]), uint32(p[2]), uint32(p[3]), atEnd)
	case d.file == nil:
		return memfs.EBADF
	}
	return buffers(m, uint32(p[1]), uint32(p[2]), uint32(p[3]), d.file.Read)
}

// atEnd is reading from standard input.
func atEnd([]byte) (int, memfs.Errno) { return 0, memfs.OK }

// fd_pread(fd, vectors, count, offset, result)
func fdPread(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	f, offset, errno := g.positioned(p)
	if errno != memfs.OK {
		return errno
	}
	return buffers(m, uint32(p[1]), uint32(p[2]), uint32(p[4]), func(b []byte) (int, memfs.Errno) {
		n, errno := f.ReadAt(b, offset)
		offset += int64(n)
		return n, errno
	})
}

// positioned returns the file and the offset that fd_pread and fd_pwrite name.
func (g *Guest) positioned(p []uint64) (*memfs.File, int64, memfs.Errno) {
	f, errno := g.fileOf(p[0], memfs.ESPIPE)
	if errno == memfs.OK && p[3] > math.MaxInt64-MaxTransfer {
		errno = memfs.EINVAL
	}
	return f, int64(p[3]), errno
}

// fd_write(fd, vectors, count, result)
func fdWrite(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	d := g.table.get(uint32(p[0]))
	if d == nil {
		return memfs.EBADF
	}
	var use func([]byte) (int, memfs.Errno)
	switch d.kind {
	case kindStdin:
		return memfs.EBADF
	case kindStdout:
		use = writeTo(g.Stdout)
	case kindStderr:
		use = writeTo(g.Stderr)
	default:
		use = d.file.Write
	}
	return buffers(m, uint32(p[1]), uint32(p[2]), uint32(p[3]), use)
}

func writeTo(output func([]byte)) func([]byte) (int, memfs.Errno) {
	return func(p []byte) (int, memfs.Errno) {
		if output != nil && len(p) > 0 {
			output(p)
		}
		return len(p), memfs.OK
	}
}

// fd_pwrite(fd, vectors, count, offset, result)
func fdPwrite(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	f, offset, errno := g.positioned(p)
	if errno != memfs.OK {
		return errno
	}
	return buffers(m, uint32(p[1]), uint32(p[2]), uint32(p[4]), func(b []byte) (int, memfs.Errno) {
		n, errno := f.WriteAt(b, offset)
		offset += int64(n)
		return n, errno
	})
}

// fd_seek(fd, offset, whence, result)
func fdSeek(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	return g.seek(m, p[0], int64(p[1]), p[2], uint32(p[3]))
}

// fd_tell(fd, result)
func fdTell(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	return g.seek(m, p[0], 0, uint64(memfs.FromCurrent), uint32(p[1]))
}

func (g *Guest) seek(m api.Memory, fd uint64, offset int64, whence uint64, result uint32) memfs.Errno {
	if d := g.table.get(uint32(fd)); d != nil && d.kind == kindStdin {
		return stored(m.WriteUint64Le(result, 0)) // as /dev/null
	}
	f, errno := g.fileOf(fd, memfs.ESPIPE)
	if errno != memfs.OK {
		return errno
	}
	if uint32(whence) > uint32(memfs.FromEnd) {
		return memfs.EINVAL
	}
	if _, ok := m.Read(result, 8); !ok {
		return memfs.EFAULT
	}
	position, errno := f.Reposition(offset, memfs.Whence(whence))
	if errno != memfs.OK {
		return errno
	}
	m.WriteUint64Le(result, uint64(position))
	return memfs.OK
}

// direntSize is how much room the fixed part of a directory entry takes.
const direntSize = 24

// fd_readdir(fd, address, length, cookie, result) fills the buffer; an entry that does not fit is
// cut off, which tells the guest that there is more.
func fdReaddir(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	f, errno := g.fileOf(p[0], memfs.ENOTDIR)
	if errno != memfs.OK {
		return errno
	}
	b, ok := m.Read(uint32(p[1]), min(uint32(p[2]), MaxTransfer))
	if !ok {
		return memfs.EFAULT
	}
	if _, ok := m.Read(uint32(p[4]), 4); !ok {
		return memfs.EFAULT
	}
	used := 0
	errno = f.List(p[3], func(e memfs.DirEntry) bool {
		var head [direntSize]byte
		binary.LittleEndian.PutUint64(head[:], e.Next)
		binary.LittleEndian.PutUint64(head[8:], e.Inode)
		binary.LittleEndian.PutUint32(head[16:], uint32(len(e.Name)))
		head[20] = byte(e.Kind)
		used += copy(b[used:], head[:])
		used += copy(b[used:], e.Name)
		return used < len(b)
	})
	if errno != memfs.OK {
		return errno
	}
	m.WriteUint32Le(uint32(p[4]), uint32(used))
	return memfs.OK
}
