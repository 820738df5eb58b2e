package hostfuncs

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/internal/memfs"
)

// frames is a Channel with frames that wait, and all that was written.
type frames struct {
	waiting []string
	wrote   []string
}

func (f *frames) Receive(p []byte) { f.wrote = append(f.wrote, string(p)) }

func (f *frames) Take() []byte {
	if len(f.waiting) == 0 {
		return nil
	}
	frame := f.waiting[0]
	f.waiting = f.waiting[1:]
	return []byte(frame)
}

func (c *caller) channelRead(t testing.TB, length uint64) (string, int32) {
	result, err := c.try("fd3_read", bufferAt, length)
	require.NoError(t, err)
	n := int32(result)
	p, _ := c.memory.Read(bufferAt, uint32(max(n, 0)))
	return string(p), n
}

func TestFramesAreReadTogetherAndInPieces(t *testing.T) {
	c := newCaller(t, Limits{})
	channel := &frames{waiting: []string{"one\n", "two\n", "three\n"}}
	c.Channel = channel
	for _, step := range []struct {
		length uint64
		want   string
	}{{2, "on"}, {5, "e\ntwo"}, {0, ""}, {1, "\n"}, {100, "three\n"}} {
		got, n := c.channelRead(t, step.length)
		assert.Equal(t, step.want, got)
		assert.Equal(t, int32(len(step.want)), n)
	}
	_, n := c.channelRead(t, 100)
	assert.Equal(t, -int32(memfs.EAGAIN), n)
	channel.waiting = []string{"four"}
	got, _ := c.channelRead(t, 100)
	assert.Equal(t, "four", got)
}

func TestAGuestWithoutAChannelFindsNothing(t *testing.T) {
	c := newCaller(t, Limits{})
	_, n := c.channelRead(t, 100)
	assert.Equal(t, -int32(memfs.EAGAIN), n)
	result, err := c.try("fd3_write", bufferAt, 100)
	require.NoError(t, err)
	assert.Equal(t, uint64(100), result)
}

func TestWhatIsWrittenToTheChannelArrivesAtOnce(t *testing.T) {
	c := newCaller(t, Limits{})
	channel := &frames{}
	c.Channel = channel
	c.put(t, bufferAt, []byte("frame\n"))
	for _, length := range []uint64{6, 0} {
		result, err := c.try("fd3_write", bufferAt, length)
		require.NoError(t, err)
		assert.Equal(t, length, result)
	}
	assert.Equal(t, []string{"frame\n"}, channel.wrote)
}

func TestChannelArgumentsAreChecked(t *testing.T) {
	c := newCaller(t, Limits{})
	channel := &frames{waiting: []string{"kept"}}
	c.Channel = channel
	for _, name := range []string{"fd3_read", "fd3_write"} {
		for _, args := range [][]uint64{{memorySize, 1}, {memorySize - 1, 2}, {0, memorySize + 1}, {math.MaxUint32, 1}, {math.MaxUint32, math.MaxUint32}, {8, math.MaxUint32 - 4}} {
			result, err := c.try(name, args...)
			require.NoError(t, err)
			assert.Equal(t, -int32(memfs.EFAULT), int32(result), "%s%v", name, args)
		}
	}
	assert.Empty(t, channel.wrote)
	got, _ := c.channelRead(t, 100)
	assert.Equal(t, "kept", got, "a refused read takes nothing")
}

func TestErrorsOfTheHostEndTheGuest(t *testing.T) {
	over := errors.New("the run is over")
	c := newCaller(t, Limits{})
	c.Tick = func() error { return over }
	_, err := c.try("tick")
	assert.ErrorIs(t, err, over)
	c.Tick = nil
	_, err = c.try("tick")
	assert.NoError(t, err, "the instance can still be called")
	c.Sleep = func(time.Duration) error { return over }
	_, err = c.try("sched_yield")
	assert.ErrorIs(t, err, over)
	_, err = c.try("random_get", 0, memorySize)
	assert.NoError(t, err, "too short to ask")
}

// A guest must not be able to pass its exit for the end of a context, which has codes of its own.
func TestExitCodesHaveEightBits(t *testing.T) {
	c := newCaller(t, Limits{})
	for _, code := range []uint64{0xffffffff, 0xefffffff} {
		_, err := c.try("proc_exit", code)
		require.Error(t, err)
		assert.NotErrorIs(t, err, context.Canceled)
		assert.NotErrorIs(t, err, context.DeadlineExceeded)
	}
}

func TestACallFindsItsGuestBelowOtherContexts(t *testing.T) {
	c := newCaller(t, Limits{})
	type key struct{}
	c.ctx = context.WithValue(With(context.WithValue(context.Background(), key{}, 1), c.Guest), key{}, 2)
	assert.Equal(t, memfs.OK, c.call(t, "sched_yield"))
	assert.Equal(t, 2, c.ctx.Value(key{}))
	c.ctx = context.Background()
	_, err := c.try("sched_yield")
	assert.ErrorContains(t, err, "no Guest")
}

func TestOutputGoesToTheHost(t *testing.T) {
	c := newCaller(t, Limits{})
	var out, errors strings.Builder
	c.Stdout = func(p []byte) { out.Write(p) }
	c.Stderr = func(p []byte) { errors.Write(p) }
	c.put(t, bufferAt, []byte("one two "))
	c.vectors(t, bufferAt, 4, bufferAt, 0, bufferAt+4, 4, bufferAt, 3)
	require.Equal(t, memfs.OK, c.call(t, "fd_write", fdStdout, vectorAt, 4, resultAt))
	assert.Equal(t, uint32(11), c.u32(t, resultAt))
	assert.Equal(t, "one two one", out.String())
	require.Equal(t, memfs.OK, c.write(t, fdStderr, "error"))
	assert.Equal(t, "error", errors.String())
	c.Stdout = nil
	require.Equal(t, memfs.OK, c.write(t, fdStdout, "dropped"))
	assert.Equal(t, memfs.EBADF, c.write(t, fdStdin, "x"))
	assert.Equal(t, memfs.EBADF, c.call(t, "fd_read", fdStdout, vectorAt, 1, resultAt))
	got, errno := c.read(t, fdStdin)
	assert.Empty(t, got)
	assert.Equal(t, memfs.OK, errno)
}

func TestABadBufferAfterGoodOnesIsAShortTransfer(t *testing.T) {
	c := newCaller(t, Limits{})
	fd := c.open(t, "tmp/file")
	c.put(t, bufferAt, []byte("abcd"))
	c.vectors(t, bufferAt, 4, memorySize-1, 2)
	require.Equal(t, memfs.OK, c.call(t, "fd_write", fd, vectorAt, 2, resultAt))
	assert.Equal(t, uint32(4), c.u32(t, resultAt))
	c.vectors(t, memorySize-1, 2)
	assert.Equal(t, memfs.EFAULT, c.call(t, "fd_write", fd, vectorAt, 1, resultAt))
	assert.Equal(t, memfs.EINVAL, c.call(t, "fd_write", fd, vectorAt, maxVectors+1, resultAt))
	assert.Equal(t, memfs.EINVAL, c.call(t, "fd_write", fd, vectorAt, math.MaxUint32, resultAt))
}

func TestOneCallTransfersAtMostSoMuch(t *testing.T) {
	c := newCaller(t, Limits{})
	total := 0
	c.Stdout = func(p []byte) { total += len(p) }
	pairs := make([]byte, 0, maxVectors*8)
	for range maxVectors {
		pairs = binary.LittleEndian.AppendUint32(pairs, 0)
		pairs = binary.LittleEndian.AppendUint32(pairs, memorySize)
	}
	c.put(t, bufferAt, pairs)
	require.Equal(t, memfs.OK, c.call(t, "fd_write", fdStdout, bufferAt, maxVectors, resultAt))
	assert.Equal(t, MaxTransfer, total)
}

func TestDescriptorsAreTheLowestAndCounted(t *testing.T) {
	c := newCaller(t, Limits{Descriptors: 10})
	for want := range uint64(6) {
		assert.Equal(t, want+fdFirst, c.open(t, "tmp/file"))
	}
	at, length := c.putPath(t, "tmp/other")
	open := func() memfs.Errno {
		return c.call(t, "path_open", fdRoot, 0, at, length, openCreate, uint64(rightsAll), 0, 0, resultAt)
	}
	assert.Equal(t, memfs.EMFILE, open())
	assert.Equal(t, memfs.ENOENT, c.call(t, "path_filestat_get", fdRoot, 0, at, length, resultAt), "nothing was made")
	require.Equal(t, memfs.OK, c.call(t, "fd_close", 7))
	require.Equal(t, memfs.OK, c.call(t, "fd_close", 5))
	require.Equal(t, memfs.OK, open())
	assert.Equal(t, uint32(5), c.u32(t, resultAt))
	require.Equal(t, memfs.OK, open())
	assert.Equal(t, uint32(7), c.u32(t, resultAt))
	assert.Equal(t, memfs.EMFILE, open())
	assert.Equal(t, memfs.EPERM, c.call(t, "fd_close", fdRoot))
}

func TestRightsDecideWhatAFileIsOpenFor(t *testing.T) {
	c := newCaller(t, Limits{})
	c.open(t, "tmp/file")
	at, length := c.putPath(t, "tmp/file")
	for _, test := range []struct {
		rights      rights
		flags       uint64
		read, write memfs.Errno
	}{
		{rightRead, 0, memfs.OK, memfs.EBADF},
		{rightWrite, flagAppend, memfs.EBADF, memfs.OK},
		{rightRead | rightWrite, flagNonblock, memfs.OK, memfs.OK},
		{0, 0, memfs.EBADF, memfs.EBADF},
	} {
		c.putPath(t, "tmp/file")
		require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, 0, uint64(test.rights), 0, test.flags, resultAt))
		fd := uint64(c.u32(t, resultAt))
		_, errno := c.read(t, fd)
		assert.Equal(t, test.read, errno)
		assert.Equal(t, test.write, c.write(t, fd, "x"))
		require.Equal(t, memfs.OK, c.call(t, "fd_fdstat_get", fd, resultAt))
		assert.Equal(t, uint64(test.rights), c.u64(t, resultAt+8))
		assert.Equal(t, uint32(memfs.Regular)|uint32(test.flags)<<16, c.u32(t, resultAt))
	}
}

func TestAListingThatDoesNotFitGoesOn(t *testing.T) {
	c := newCaller(t, Limits{})
	want := map[string]bool{".": true, "..": true}
	for _, name := range []string{"a", "bb", "ccc", strings.Repeat("d", 200)} {
		c.open(t, "tmp/"+name)
		want[name] = true
	}
	at, length := c.putPath(t, "tmp")
	require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, openDirectory, uint64(rightRead), 0, 0, resultAt))
	dir := uint64(c.u32(t, resultAt))
	for size := uint64(direntSize + 200); size < 600; size += 7 {
		got := map[string]bool{}
		cookie := uint64(0)
		for {
			require.Equal(t, memfs.OK, c.call(t, "fd_readdir", dir, bufferAt, size, cookie, resultAt))
			used := c.u32(t, resultAt)
			p, _ := c.memory.Read(bufferAt, used)
			for len(p) >= direntSize {
				n := int(binary.LittleEndian.Uint32(p[16:]))
				if direntSize+n > len(p) {
					break
				}
				got[string(p[direntSize:direntSize+n])] = true
				cookie = binary.LittleEndian.Uint64(p)
				p = p[direntSize+n:]
			}
			if uint64(used) < size {
				break
			}
		}
		assert.Equal(t, want, got, "%d bytes at a time", size)
	}
}
