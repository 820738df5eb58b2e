package hostfuncs

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/internal/memfs"
)

func TestClocksShowWhatTheHostSays(t *testing.T) {
	c := newCaller(t, Limits{})
	read := func(id uint64) (uint64, memfs.Errno) {
		errno := c.call(t, "clock_time_get", id, 0, resultAt)
		assert.Equal(t, errno, c.call(t, "clock_res_get", id, resultAt+8))
		return c.u64(t, resultAt), errno
	}
	now, errno := read(clockRealtime)
	assert.Equal(t, uint64(someTime.UnixNano()), now)
	assert.Equal(t, memfs.OK, errno)
	now, errno = read(clockMonotonic)
	assert.Equal(t, uint64(monotonicStart), now)
	assert.Equal(t, memfs.OK, errno)
	for _, id := range []uint64{clockProcess, clockThread} {
		_, errno = read(id)
		assert.Equal(t, memfs.ENOTSUP, errno)
	}
	c.CPU = func() time.Duration { return 42 }
	for _, id := range []uint64{clockProcess, clockThread} {
		now, errno = read(id)
		assert.Equal(t, uint64(42), now)
		assert.Equal(t, memfs.OK, errno)
	}
	_, errno = read(4)
	assert.Equal(t, memfs.EINVAL, errno)
	c.Wall = func() time.Time { return time.Unix(-5, 0) }
	now, _ = read(clockRealtime)
	assert.Zero(t, now)
}

// A wait is one subscription of a test.
type wait struct {
	kind     byte
	id       uint32 // of a clock or a descriptor
	timeout  uint64
	absolute bool
}

func (c *caller) poll(t testing.TB, waits ...wait) (events []uint64, errno memfs.Errno) {
	for i, w := range waits {
		var p [subscriptionSize]byte
		binary.LittleEndian.PutUint64(p[:], uint64(i))
		p[8] = w.kind
		binary.LittleEndian.PutUint32(p[16:], w.id)
		binary.LittleEndian.PutUint64(p[24:], w.timeout)
		if w.absolute {
			p[40] = absoluteTime
		}
		c.put(t, bufferAt+uint32(i)*subscriptionSize, p[:])
	}
	errno = c.call(t, "poll_oneoff", bufferAt, 2*bufferAt, uint64(len(waits)), resultAt)
	for i := range c.u32(t, resultAt) {
		events = append(events, c.u64(t, 2*bufferAt+i*eventSize)|uint64(c.u32(t, 2*bufferAt+i*eventSize+8)&0xffff)<<32)
	}
	return events, errno
}

func TestPollingSleepsUntilTheFirstIsReady(t *testing.T) {
	second := uint64(time.Second)
	realtime := uint64(someTime.UnixNano())
	const badf = uint64(memfs.EBADF) << 32
	for name, test := range map[string]struct {
		waits  []wait
		slept  time.Duration // -1 for not at all
		events []uint64
	}{
		"a relative time":           {[]wait{{eventClock, clockMonotonic, 5 * second, false}}, 5 * time.Second, []uint64{0}},
		"an absolute time":          {[]wait{{eventClock, clockMonotonic, 5 * second, true}}, 4 * time.Second, []uint64{0}},
		"a time of day":             {[]wait{{eventClock, clockRealtime, realtime + 7, true}}, 7, []uint64{0}},
		"a time that has passed":    {[]wait{{eventClock, clockRealtime, 1, true}}, -1, []uint64{0}},
		"no time":                   {[]wait{{eventClock, clockMonotonic, 0, false}}, -1, []uint64{0}},
		"the shorter of two":        {[]wait{{eventClock, 1, 9, false}, {eventClock, 1, 5, false}, {eventClock, 1, 5, false}}, 5, []uint64{1, 2}},
		"the longest time":          {[]wait{{eventClock, 1, math.MaxUint64, false}}, math.MaxInt64, []uint64{0}},
		"the longest absolute time": {[]wait{{eventClock, 1, math.MaxUint64, true}}, math.MaxInt64, []uint64{0}},
		"a descriptor and a time":   {[]wait{{eventClock, 1, second, false}, {eventReadable, fdStdin, 0, false}}, -1, []uint64{1}},
		"a bad descriptor":          {[]wait{{eventWritable, 99, 0, false}}, -1, []uint64{badf}},
		"a bad clock":               {[]wait{{eventClock, 99, second, false}}, -1, []uint64{uint64(memfs.EINVAL) << 32}},
		"a clock that is missing":   {[]wait{{eventClock, clockProcess, second, false}}, -1, []uint64{uint64(memfs.ENOTSUP) << 32}},
		"a bad kind":                {[]wait{{77, 0, 0, false}}, -1, []uint64{uint64(memfs.EINVAL) << 32}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCaller(t, Limits{})
			slept := time.Duration(-1)
			c.Sleep = func(d time.Duration) error {
				slept = d
				return nil
			}
			events, errno := c.poll(t, test.waits...)
			require.Equal(t, memfs.OK, errno)
			assert.Equal(t, test.slept, slept)
			assert.Equal(t, test.events, events)
		})
	}
}

func TestPollingIsBounded(t *testing.T) {
	c := newCaller(t, Limits{})
	for _, count := range []uint64{0, maxSubscriptions + 1, math.MaxUint32} {
		assert.Less(t, allocated(func() {
			assert.Equal(t, memfs.EINVAL, c.call(t, "poll_oneoff", bufferAt, 2*bufferAt, count, resultAt))
		}), uint64(32<<10))
	}
}
