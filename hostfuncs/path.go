package hostfuncs

import (
	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// at returns the open directory and the path that the parameters fd, address and length name.
func (g *Guest) at(m api.Memory, fd, address, length uint64) (*memfs.File, string, memfs.Errno) {
	f, errno := g.fileOf(fd, memfs.ENOTDIR)
	if errno != memfs.OK {
		return nil, "", errno
	}
	path, errno := readPath(m, uint32(address), uint32(length))
	return f, path, errno
}

// path_create_directory(fd, path, length)
func pathCreateDirectory(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[1], p[2])
	if errno != memfs.OK {
		return errno
	}
	return g.files.Mkdir(at, path)
}

// path_filestat_get(fd, lookup, path, length, result)
func pathFilestatGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[2], p[3])
	if errno != memfs.OK {
		return errno
	}
	stat, errno := g.files.Stat(at, path)
	if errno != memfs.OK {
		return errno
	}
	return putStat(m, uint32(p[4]), stat)
}

// path_filestat_set_times(fd, lookup, path, length, access, modified, which)
func pathFilestatSetTimes(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[2], p[3])
	if errno != memfs.OK {
		return errno
	}
	access, modified, errno := g.times(p[4], p[5], uint32(p[6]))
	if errno != memfs.OK {
		return errno
	}
	return g.files.SetTimes(at, path, access, modified)
}

// path_link(fd, lookup, path, length, new fd, new path, new length): there are no links.
func pathLink(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[2], p[3])
	if errno != memfs.OK {
		return errno
	}
	if _, errno := g.files.Stat(at, path); errno != memfs.OK {
		return errno
	}
	if _, _, errno := g.at(m, p[4], p[5], p[6]); errno != memfs.OK {
		return errno
	}
	return memfs.EPERM
}

// path_symlink(target, target length, fd, path, length): there are no links.
func pathSymlink(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	if _, errno := readPath(m, uint32(p[0]), uint32(p[1])); errno != memfs.OK {
		return errno
	}
	if _, _, errno := g.at(m, p[2], p[3], p[4]); errno != memfs.OK {
		return errno
	}
	return memfs.EPERM
}

// path_readlink(fd, path, length, address, size, result): nothing is a link.
func pathReadlink(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[1], p[2])
	if errno != memfs.OK {
		return errno
	}
	if _, errno := g.files.Stat(at, path); errno != memfs.OK {
		return errno
	}
	return memfs.EINVAL
}

// What path_open does besides opening.
const (
	openCreate    = 1 << 0
	openDirectory = 1 << 1
	openExclusive = 1 << 2
	openTruncate  = 1 << 3
)

var openFlags = []struct {
	wasi  uint32
	flags memfs.Flags
}{
	{openCreate, memfs.Create},
	{openDirectory, memfs.OnlyDirectory},
	{openExclusive, memfs.Exclusive},
	{openTruncate, memfs.Truncate},
}

// path_open(fd, lookup, path, length, open flags, rights, inheriting rights, flags, result)
func pathOpen(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[2], p[3])
	if errno != memfs.OK {
		return errno
	}
	result := uint32(p[8])
	if _, ok := m.Read(result, 4); !ok {
		return memfs.EFAULT
	}
	asked := rights(p[5]) & rightsAll
	flags := asked.access()
	for _, f := range openFlags {
		if uint32(p[4])&f.wasi != 0 {
			flags |= f.flags
		}
	}
	if uint32(p[7])&flagAppend != 0 {
		flags |= memfs.Append
	}
	if g.table.full() {
		return memfs.EMFILE
	}
	f, errno := g.files.Open(at, path, flags)
	if errno != memfs.OK {
		return errno
	}
	d := descriptor{
		kind:       kindFile,
		file:       f,
		rights:     asked,
		inheriting: rights(p[6]) & rightsAll,
		nonblock:   uint32(p[7])&flagNonblock != 0,
	}
	if f.Kind() == memfs.Directory {
		d.rights &^= rightSeek | rightTell
	}
	m.WriteUint32Le(result, g.table.add(d))
	return memfs.OK
}

// path_remove_directory(fd, path, length)
func pathRemoveDirectory(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[1], p[2])
	if errno != memfs.OK {
		return errno
	}
	return g.files.Rmdir(at, path)
}

// path_rename(fd, path, length, new fd, new path, new length)
func pathRename(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[1], p[2])
	if errno != memfs.OK {
		return errno
	}
	newAt, newPath, errno := g.at(m, p[3], p[4], p[5])
	if errno != memfs.OK {
		return errno
	}
	return g.files.Rename(at, path, newAt, newPath)
}

// path_unlink_file(fd, path, length)
func pathUnlinkFile(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	at, path, errno := g.at(m, p[0], p[1], p[2])
	if errno != memfs.OK {
		return errno
	}
	return g.files.Unlink(at, path)
}
