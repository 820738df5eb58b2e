package protocol

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readChunks feeds the chunks to r and returns the frames and the first error.
func readChunks(r *Reader, chunks ...string) (frames []string, err error) {
	for _, chunk := range chunks {
		if err = r.Feed([]byte(chunk), func(line []byte) { frames = append(frames, string(line)) }); err != nil {
			break
		}
	}
	return frames, err
}

func TestTheStreamIsSplitIntoFrames(t *testing.T) {
	cases := []struct {
		name   string
		chunks []string
		want   []string
	}{
		{"nothing", []string{"", ""}, nil},
		{"one frame", []string{"a\n"}, []string{"a"}},
		{"several frames in one read", []string{"a\nbc\nd\n"}, []string{"a", "bc", "d"}},
		{"a frame in several reads", []string{"a", "b", "c\n"}, []string{"abc"}},
		{"a frame split behind a complete one", []string{"first\nsec", "ond\n"}, []string{"first", "second"}}, // seed: 124
		{"a newline on its own", []string{"a", "\n", "b", "\n"}, []string{"a", "b"}},
		{"empty lines", []string{"\n\na\n\n", "\n", "b\n\n"}, []string{"a", "b"}},
		{"an empty line after a partial frame", []string{"a", "\n\n", "b\n"}, []string{"a", "b"}},
		{"a partial frame at the end", []string{"a\nb", "c"}, []string{"a"}},
		{"carriage returns are not line ends", []string{"a\r\n\r\n"}, []string{"a\r", "\r"}},
		{"characters split between reads", []string{"\xe4", "\xb8", "\xad\n"}, []string{"中"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			frames, err := readChunks(new(Reader), c.chunks...)
			require.NoError(t, err)
			assert.Equal(t, c.want, frames)
		})
	}
}

func TestTheCapIsOnOneFrame(t *testing.T) {
	x := strings.Repeat("x", 8)
	cases := []struct {
		name   string
		chunks []string
		want   []string
		over   bool
	}{
		{"a frame of the cap", []string{x + "\n"}, []string{x}, false},
		{"one byte more", []string{x + "x\n"}, nil, true},
		{"one byte more in another read", []string{x, "x"}, nil, true},
		{"a line of the cap, then its newline", []string{x, "\n"}, []string{x}, false},
		{"a line of the cap, four bytes and a newline", []string{x, "xxxx\n"}, nil, true},                 // seed: 254
		{"no newline at all", []string{"xxxx", "xxxx", "x"}, nil, true},                                   // seed: 244, 255
		{"a frame of the cap, then another", []string{x + "\n" + "small\n"}, []string{x, "small"}, false}, // seed: 256
		{"many frames, together over the cap", []string{"abcd\nabcd\nab", "cd\nabcd\n"}, []string{"abcd", "abcd", "abcd", "abcd"}, false},
		{"a frame over the cap behind a good one", []string{"good\n" + x + "x\nmore\n"}, []string{"good"}, true},
		{"a partial frame over the cap behind a good one", []string{"good\n" + x + "x"}, []string{"good"}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := &Reader{Max: 8}
			frames, err := readChunks(r, c.chunks...)
			assert.Equal(t, c.want, frames)
			if !c.over {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, "protocol frame exceeded 8 bytes on fd 3")
			assert.Nil(t, r.partial, "the buffer is released")
			again, second := readChunks(r, "a\n")
			assert.Equal(t, err, second)
			assert.Empty(t, again)
		})
	}
}

func TestTheDefaultCapIsTheFrameCap(t *testing.T) {
	wanted := fmt.Sprintf("protocol frame exceeded %d bytes on fd 3", MaxFrameBytes)
	chunk := bytes.Repeat([]byte("x"), 4096)

	var frames int
	count := func([]byte) { frames++ }
	r := new(Reader)
	for range MaxFrameBytes / len(chunk) {
		require.NoError(t, r.Feed(chunk, count))
	}
	require.NoError(t, r.Feed([]byte("\n"), count))
	assert.Equal(t, 1, frames)

	r = new(Reader) // seed: 257
	for range MaxFrameBytes / len(chunk) {
		require.NoError(t, r.Feed(chunk, count))
	}
	require.EqualError(t, r.Feed(append(bytes.Repeat(chunk, 3), "x\n"...), count), wanted)

	r = new(Reader) // seed: 100, 255
	err := r.Feed(bytes.Repeat(chunk, 72<<20/len(chunk)), count)
	require.EqualError(t, err, wanted)
	assert.Nil(t, r.partial)
	assert.Equal(t, 1, frames)
}

func TestOneByteReadsAreCopiedALinearNumberOfTimes(t *testing.T) { // seed: 206
	const size = 60_000
	var before, after runtime.MemStats
	length := 0
	measure := func(line []byte) { length = len(line) }
	r, chunk := new(Reader), []byte("x")
	runtime.ReadMemStats(&before)
	for range size {
		if err := r.Feed(chunk, measure); err != nil {
			require.NoError(t, err)
		}
	}
	runtime.ReadMemStats(&after)
	require.NoError(t, r.Feed([]byte("\n"), measure))
	assert.Equal(t, size, length)
	// Every growth copies what is there into the new buffer, so the sum of all
	// buffers bounds the bytes copied.
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<10))
}

func TestThePartialFrameIsARightSizedCopy(t *testing.T) {
	t.Run("it does not share storage with what was read", func(t *testing.T) { // seed: 264
		chunk := append(bytes.Repeat([]byte("x"), 1<<20), "\nrest"...)
		r := new(Reader)
		require.NoError(t, r.Feed(chunk, func([]byte) {}))
		for i := range chunk {
			chunk[i] = 'y'
		}
		assert.Equal(t, "rest", string(r.partial))
		assert.LessOrEqual(t, cap(r.partial), keptBuffer)
	})
	t.Run("it does not share storage with the frame before", func(t *testing.T) { // seed: 264
		r := new(Reader)
		big := strings.Repeat("x", 1<<20)
		frames, err := readChunks(r, big, big, "\nrest")
		require.NoError(t, err)
		require.Len(t, frames, 1)
		assert.Equal(t, "rest", string(r.partial))
		assert.LessOrEqual(t, cap(r.partial), keptBuffer)
		frames, err = readChunks(r, " of it\n")
		require.NoError(t, err)
		assert.Equal(t, []string{"rest of it"}, frames)
	})
	t.Run("no rest keeps nothing", func(t *testing.T) { // seed: 265
		r := new(Reader)
		_, err := readChunks(r, strings.Repeat("x", 1<<20), "\n")
		require.NoError(t, err)
		assert.Empty(t, r.partial)
		assert.LessOrEqual(t, cap(r.partial), keptBuffer)
	})
	t.Run("a first part has its own size", func(t *testing.T) {
		r := new(Reader)
		_, err := readChunks(r, strings.Repeat("x", 10_000))
		require.NoError(t, err)
		assert.Equal(t, 10_000, cap(r.partial))
	})
	t.Run("it never outgrows the cap", func(t *testing.T) {
		r := &Reader{Max: 1000}
		for range 1000 {
			_, err := readChunks(r, "x")
			require.NoError(t, err)
			require.LessOrEqual(t, cap(r.partial), 1000)
		}
	})
}
