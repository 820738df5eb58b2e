package hostfuncs

import (
	"math"
	"time"

	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// The clocks of WASI preview 1.
const (
	clockRealtime  = 0
	clockMonotonic = 1
	clockProcess   = 2
	clockThread    = 3
)

// clock returns what a clock shows, in nanoseconds.
func (g *Guest) clock(id uint32) (uint64, memfs.Errno) {
	switch id {
	case clockRealtime:
		return uint64(max(g.wall().UnixNano(), 0)), memfs.OK
	case clockMonotonic:
		return uint64(max(g.monotonic(), 0)), memfs.OK
	case clockProcess, clockThread:
		if g.CPU == nil {
			return 0, memfs.ENOTSUP
		}
		return uint64(max(g.CPU(), 0)), memfs.OK
	}
	return 0, memfs.EINVAL
}

// clock_res_get(id, result)
func clockResGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	if _, errno := g.clock(uint32(p[0])); errno != memfs.OK {
		return errno
	}
	return stored(m.WriteUint64Le(uint32(p[1]), 1))
}

// clock_time_get(id, precision, result)
func clockTimeGet(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	now, errno := g.clock(uint32(p[0]))
	if errno != memfs.OK {
		return errno
	}
	return stored(m.WriteUint64Le(uint32(p[2]), now))
}

// sched_yield()
func schedYield(g *Guest, _ api.Memory, _ []uint64) memfs.Errno {
	g.sleep(0)
	return memfs.OK
}

// The layout of what poll_oneoff reads and writes.
const (
	subscriptionSize = 48
	eventSize        = 32

	// maxSubscriptions is how many descriptors and timers one call may wait for.
	maxSubscriptions = 1024

	eventClock     = 0
	eventReadable  = 1
	eventWritable  = 2
	absoluteTime   = 1
	longestTimeout = math.MaxInt64
)

// poll_oneoff(subscriptions, events, count, result) waits for the first of several clocks. A file
// descriptor is always ready.
func pollOneoff(g *Guest, m api.Memory, p []uint64) memfs.Errno {
	in, out, count, result := uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])
	if count == 0 || count > maxSubscriptions {
		return memfs.EINVAL
	}
	list, ok := m.Read(in, count*subscriptionSize)
	if !ok {
		return memfs.EFAULT
	}
	events, ok := m.Read(out, count*eventSize)
	if !ok {
		return memfs.EFAULT
	}
	if _, ok := m.Read(result, 4); !ok {
		return memfs.EFAULT
	}
	subscriptions := make([]subscription, count)
	wait := time.Duration(longestTimeout)
	for i := range subscriptions {
		subscriptions[i] = g.subscription(list[i*subscriptionSize:])
		wait = min(wait, subscriptions[i].wait)
	}
	if wait > 0 {
		g.sleep(wait)
	}
	n := uint32(0)
	for _, s := range subscriptions {
		if s.wait <= wait {
			s.event(events[n*eventSize:])
			n++
		}
	}
	m.WriteUint32Le(result, n)
	return memfs.OK
}
