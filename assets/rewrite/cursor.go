package rewrite

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// A cursor reads a module from pos up to end. The first error sticks: from then on every read returns zero, so a decoder checks
// err where it loops and where it is done, not at every byte. Positions are offsets in the whole module, as error messages give them.
type cursor struct {
	module []byte
	pos    int
	end    int
	err    error
}

// fail records the first error, at the given offset.
func (c *cursor) fail(at int, format string, args ...any) {
	if c.err == nil {
		c.err = errorAt(at, format, args...)
	}
}

// errorAt is an error about the byte at the given offset in the module.
func errorAt(at int, format string, args ...any) error {
	return fmt.Errorf("offset %d (%#x): %s", at, at, fmt.Sprintf(format, args...))
}

// more reports whether there is something left to read.
func (c *cursor) more() bool { return c.err == nil && c.pos < c.end }

// done checks that everything has been read and returns the first error.
func (c *cursor) done(what string) error {
	if c.err == nil && c.pos != c.end {
		c.fail(c.pos, "%d bytes left over after %s", c.end-c.pos, what)
	}
	return c.err
}

// within returns a cursor over the next size bytes and moves past them.
func (c *cursor) within(size uint32, what string) cursor {
	start := c.pos
	c.skip(size, what)
	return cursor{module: c.module, pos: start, end: c.pos, err: c.err}
}

func (c *cursor) skip(size uint32, what string) {
	if c.err != nil {
		return
	}
	if uint64(size) > uint64(c.end-c.pos) {
		c.fail(c.pos, "%s needs %d bytes, %d are left", what, size, c.end-c.pos)
		return
	}
	c.pos += int(size)
}

func (c *cursor) byte(what string) byte {
	if c.err != nil {
		return 0
	}
	if c.pos >= c.end {
		c.fail(c.pos, "unexpected end in %s", what)
		return 0
	}
	b := c.module[c.pos]
	c.pos++
	return b
}

// u32 reads an unsigned LEB128 number of at most 5 bytes and 32 bits.
func (c *cursor) u32(what string) uint32 {
	if c.err == nil && c.pos < c.end && c.module[c.pos] < 0x80 {
		c.pos++
		return uint32(c.module[c.pos-1])
	}
	start := c.pos
	var value uint32
	for shift := 0; ; shift += 7 {
		b := c.byte(what)
		if c.err != nil {
			return 0
		}
		if shift == 28 && b > 0x0f {
			c.fail(start, "%s is not an unsigned LEB128 of 32 bits", what)
			return 0
		}
		value |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return value
		}
	}
}

// signed reads a signed LEB128 number of the given width: at most ceil(bits/7) bytes, the unused bits of the last one equal to the sign.
func (c *cursor) signed(bits int, what string) int64 {
	start := c.pos
	var value int64
	for shift := 0; ; shift += 7 {
		b := c.byte(what)
		if c.err != nil {
			return 0
		}
		value |= int64(b&0x7f) << shift
		if left := bits - shift; left <= 7 {
			// Everything from the sign bit up must be equal, and nothing may follow.
			if high := int8(b<<1) >> left; b >= 0x80 || (high != 0 && high != -1) {
				c.fail(start, "%s is not a signed LEB128 of %d bits", what, bits)
				return 0
			}
		}
		if b < 0x80 {
			if shift+7 < 64 && b&0x40 != 0 {
				value |= -1 << (shift + 7)
			}
			return value
		}
	}
}

// name reads a length and as many bytes of UTF-8. The result shares memory with the module.
func (c *cursor) name(what string) []byte {
	size := c.u32(what)
	start := c.pos
	c.skip(size, what)
	if c.err != nil {
		return nil
	}
	name := c.module[start:c.pos]
	if !utf8.Valid(name) {
		c.fail(start, "%s is not UTF-8", what)
	}
	return name
}

// appendU32 appends the shortest unsigned LEB128 form of v.
func appendU32(out []byte, v uint32) []byte { return binary.AppendUvarint(out, uint64(v)) }

// appendSigned appends the shortest signed LEB128 form of v.
func appendSigned(out []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if (v == 0 && b&0x40 == 0) || (v == -1 && b&0x40 != 0) {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// appendName appends a length and the bytes of s.
func appendName(out []byte, s string) []byte { return append(appendU32(out, uint32(len(s))), s...) }
