package hostfuncs

import (
	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// maxChannelTransfer is how many bytes one call reads or writes on the channel at most.
const maxChannelTransfer = 1 << 20

// channelFunctions are the functions of the module "hostfuncs".
var channelFunctions = []function{
	{"fd3_read", "ii", true, fd3Read},
	{"fd3_write", "ii", true, fd3Write},
	{"tick", "", false, func(g *Guest, _ api.Memory, _ []uint64) { g.tick() }},
}

// result is what the channel's functions return: a number of bytes, or an error number below zero.
func result(n int, errno memfs.Errno) uint64 {
	if errno != memfs.OK {
		n = -int(errno)
	}
	return api.EncodeI32(int32(n))
}

// fd3Read(address, length): what waits for the guest, several frames together if there is room.
func fd3Read(g *Guest, m api.Memory, stack []uint64) {
	p, ok := m.Read(uint32(stack[0]), min(uint32(stack[1]), maxChannelTransfer))
	if !ok {
		stack[0] = result(0, memfs.EFAULT)
		return
	}
	n := 0
	for n < len(p) {
		if len(g.unread) == 0 {
			if g.unread = g.take(); len(g.unread) == 0 {
				break
			}
		}
		copied := copy(p[n:], g.unread)
		n += copied
		g.unread = g.unread[copied:]
	}
	if n == 0 && len(p) > 0 {
		stack[0] = result(0, memfs.EAGAIN)
		return
	}
	if len(g.unread) == 0 {
		g.unread = nil // frees the frame
	}
	stack[0] = result(n, memfs.OK)
}

func (g *Guest) take() []byte {
	if g.Channel == nil {
		return nil
	}
	return g.Channel.Take()
}

// fd3Write(address, length).
func fd3Write(g *Guest, m api.Memory, stack []uint64) {
	p, ok := m.Read(uint32(stack[0]), min(uint32(stack[1]), maxChannelTransfer))
	if !ok {
		stack[0] = result(0, memfs.EFAULT)
		return
	}
	if g.Channel != nil && len(p) > 0 {
		g.Channel.Receive(p)
	}
	stack[0] = result(len(p), memfs.OK)
}
