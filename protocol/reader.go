package protocol

import (
	"bytes"
	"fmt"
)

// keptBuffer is the largest buffer a Reader keeps for the next partial frame.
const keptBuffer = 4 << 10

// Reader splits the byte stream of a guest into frames. It holds no more than
// one partial frame, in a buffer no larger than the cap. The zero Reader has the
// cap [MaxFrameBytes]. It is not safe for concurrent use.
//
// A partial frame at the end of the stream is dropped, so there is nothing to
// do at the end.
type Reader struct {
	// Max is the cap on one frame in bytes, its newline not counted; 0 means
	// MaxFrameBytes. It must not change after the first Feed.
	Max int

	partial []byte // the start of a frame; holds no newline
	err     error
}

// Feed takes the next bytes of the stream and calls frame for every line they
// complete, in order, leaving out empty lines. The line is valid only until
// frame returns: it aliases p or the Reader's buffer. The Reader keeps no part of p.
//
// The only error is a frame longer than the cap, complete or not. The frames
// before it have been delivered; the Reader is of no use afterwards and every
// further Feed returns the same error.
func (r *Reader) Feed(p []byte, frame func(line []byte)) error {
	for r.err == nil && len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		rest := p[end+1:]
		if end < 0 {
			end, rest = len(p), nil
		}
		complete := end < len(p)
		switch {
		case len(r.partial)+end > r.max():
			r.partial = nil
			r.err = fmt.Errorf("protocol frame exceeded %d bytes on fd %d", r.max(), FD)
			return r.err
		case complete && len(r.partial) == 0:
			if end > 0 {
				frame(p[:end])
			}
		case complete:
			r.append(p[:end])
			frame(r.partial)
			r.release()
		default:
			r.append(p)
		}
		p = rest
	}
	return r.err
}

func (r *Reader) max() int {
	if r.Max > 0 {
		return r.Max
	}
	return MaxFrameBytes
}

// append copies p to the end of the partial frame. A first part gets a buffer of
// its size; after that the buffer doubles, up to the cap.
func (r *Reader) append(p []byte) {
	need := len(r.partial) + len(p)
	if need > cap(r.partial) {
		size := min(max(need, 2*len(r.partial)), r.max())
		r.partial = append(make([]byte, 0, size), r.partial...)
	}
	r.partial = append(r.partial, p...)
}

// release drops the delivered frame, so that a large one is not kept alive by
// the few bytes that follow it.
func (r *Reader) release() {
	if cap(r.partial) > keptBuffer {
		r.partial = nil
	}
	r.partial = r.partial[:0]
}
