package hostfuncs

import (
	"encoding/binary"

	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

const (
	// MaxTransfer is how many bytes one call reads or writes at most. More is a short read or
	// write.
	MaxTransfer = 16 << 20

	// maxVectors is how many buffers one call may name: IOV_MAX of the libc.
	maxVectors = 1024

	// maxPath is how long a path may be.
	maxPath = 4096
)

// buffers calls use with each buffer that an array of iovecs names, in order, until the buffers are
// used up, use did not use all of one, MaxTransfer is reached or something fails. It writes the
// number of bytes used to result. A failure after the first bytes is not reported, as they count.
func buffers(m api.Memory, vectors, count, result uint32, use func(p []byte) (int, memfs.Errno)) memfs.Errno {
	if count > maxVectors {
		return memfs.EINVAL
	}
	list, ok := m.Read(vectors, count*8)
	if !ok {
		return memfs.EFAULT
	}
	if _, ok := m.Read(result, 4); !ok {
		return memfs.EFAULT
	}
	total := 0
	for ; len(list) > 0 && total < MaxTransfer; list = list[8:] {
		address, length := binary.LittleEndian.Uint32(list), binary.LittleEndian.Uint32(list[4:])
		p, ok := m.Read(address, length)
		if !ok {
			if total > 0 {
				break
			}
			return memfs.EFAULT
		}
		p = p[:min(len(p), MaxTransfer-total)]
		n, errno := use(p)
		if errno != memfs.OK {
			if total > 0 {
				break
			}
			return errno
		}
		total += n
		if n < len(p) {
			break
		}
	}
	m.WriteUint32Le(result, uint32(total))
	return memfs.OK
}

// readPath copies a path out of the guest's memory.
func readPath(m api.Memory, address, length uint32) (string, memfs.Errno) {
	if length > maxPath {
		return "", memfs.ENAMETOOLONG
	}
	p, ok := m.Read(address, length)
	if !ok {
		return "", memfs.EFAULT
	}
	return string(p), memfs.OK
}

// stored is the answer of a function whose only result went to the guest's memory, if it could.
func stored(ok bool) memfs.Errno {
	if !ok {
		return memfs.EFAULT
	}
	return memfs.OK
}
