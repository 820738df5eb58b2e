package hostfuncs

import (
	"crypto/rand"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"coderuntime/internal/memfs"
)

// environ_get(pointers, bytes): there is none.
func environGet(_ *Guest, _ api.Memory, _ []uint64) memfs.Errno { return memfs.OK }

// environ_sizes_get(count, bytes): there is none.
func environSizesGet(_ *Guest, m api.Memory, p []uint64) memfs.Errno {
	return stored(m.WriteUint32Le(uint32(p[0]), 0) && m.WriteUint32Le(uint32(p[1]), 0))
}

// proc_exit(code) ends the guest with a *sys.ExitError. Only eight bits of the code count, as
// everywhere: a larger one could pass for the end of a context.
func procExit(_ *Guest, _ api.Memory, p []uint64) {
	panic(sys.NewExitError(uint32(p[0]) & 0xff))
}

// randomChunk is how many random bytes are made between two looks at whether the guest may go on.
const randomChunk = 1 << 20

// random_get(address, length)
func randomGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	b, ok := m.Read(uint32(p[0]), uint32(p[1]))
	if !ok {
		return memfs.EFAULT
	}
	for {
		n := min(len(b), randomChunk)
		rand.Read(b[:n]) // never fails
		if b = b[n:]; len(b) == 0 {
			return memfs.OK
		}
		g.sleep(0)
	}
}

// sock_accept, sock_recv, sock_send, sock_shutdown: no descriptor is a socket.
func noSocket(g *Guest, _ api.Memory, p []uint64) memfs.Errno {
	if g.table.get(uint32(p[0])) == nil {
		return memfs.EBADF
	}
	return memfs.ENOTSOCK
}
