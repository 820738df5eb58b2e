package hostfuncs

import (
	"encoding/binary"
	"time"

	"coderuntime/internal/memfs"
)

// A subscription is one thing that poll_oneoff waits for.
type subscription struct {
	userdata uint64
	kind     byte
	wait     time.Duration // until it is ready
	errno    memfs.Errno
}

// subscription reads one from the guest's memory, which the guest cannot change meanwhile.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-subscription-record
func (g *Guest) subscription(p []byte) subscription {
	s := subscription{userdata: binary.LittleEndian.Uint64(p), kind: p[8]}
	switch s.kind {
	case eventClock:
		id := binary.LittleEndian.Uint32(p[16:])
		timeout := binary.LittleEndian.Uint64(p[24:])
		now, errno := g.clock(id)
		s.errno = errno
		if errno != memfs.OK {
			break
		}
		if binary.LittleEndian.Uint16(p[40:])&absoluteTime != 0 {
			timeout -= min(now, timeout)
		}
		s.wait = time.Duration(min(timeout, longestTimeout))
	case eventReadable, eventWritable:
		if g.table.get(binary.LittleEndian.Uint32(p[16:])) == nil {
			s.errno = memfs.EBADF
		}
	default:
		s.errno = memfs.EINVAL
	}
	return s
}

// event writes that the subscription is ready.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-event-record
func (s subscription) event(p []byte) {
	clear(p[:eventSize])
	binary.LittleEndian.PutUint64(p, s.userdata)
	binary.LittleEndian.PutUint16(p[8:], uint16(s.errno))
	p[10] = s.kind
	if s.errno == memfs.OK && s.kind != eventClock {
		binary.LittleEndian.PutUint64(p[16:], 1) // bytes to read or room to write
	}
}
