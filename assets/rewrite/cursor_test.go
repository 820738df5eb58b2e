package rewrite

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func read(b []byte) cursor { return cursor{module: b, end: len(b)} }

func TestUnsignedNumbersAreReadWithTheirExactLimits(t *testing.T) {
	for _, test := range []struct {
		name  string
		bytes []byte
		want  uint32
		err   string
	}{
		{"zero", []byte{0}, 0, ""},
		{"one byte", []byte{0x7f}, 127, ""},
		{"two bytes", []byte{0x80, 1}, 128, ""},
		{"the largest", []byte{0xff, 0xff, 0xff, 0xff, 0x0f}, math.MaxUint32, ""},
		{"padded to five bytes", []byte{0x81, 0x80, 0x80, 0x80, 0}, 1, ""},
		{"six bytes", []byte{0x81, 0x80, 0x80, 0x80, 0x80, 0}, 0, "not an unsigned LEB128"},
		{"a 33rd bit", []byte{0xff, 0xff, 0xff, 0xff, 0x1f}, 0, "not an unsigned LEB128"},
		{"nothing", nil, 0, "unexpected end"},
		{"cut short", []byte{0x80, 0x80}, 0, "unexpected end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := read(test.bytes)
			got := c.u32("number")
			if test.err != "" {
				assert.ErrorContains(t, c.err, test.err)
				return
			}
			assert.NoError(t, c.done("the number"))
			assert.Equal(t, test.want, got)
		})
	}
}

func TestSignedNumbersAreReadWithTheirExactLimits(t *testing.T) {
	for _, test := range []struct {
		name  string
		bits  int
		bytes []byte
		want  int64
		err   string
	}{
		{"zero", 32, []byte{0}, 0, ""},
		{"minus one", 32, []byte{0x7f}, -1, ""},
		{"minus 64", 32, []byte{0x40}, -64, ""},
		{"64", 32, []byte{0xc0, 0}, 64, ""},
		{"the largest of 32 bits", 32, []byte{0xff, 0xff, 0xff, 0xff, 0x07}, math.MaxInt32, ""},
		{"the smallest of 32 bits", 32, []byte{0x80, 0x80, 0x80, 0x80, 0x78}, math.MinInt32, ""},
		{"32 bits padded", 32, []byte{0xff, 0xff, 0xff, 0xff, 0x7f}, -1, ""},
		{"32 bits and an unused bit unlike the sign", 32, []byte{0xff, 0xff, 0xff, 0xff, 0x0f}, 0, "not a signed LEB128 of 32 bits"},
		{"32 bits and the other unused bit", 32, []byte{0x80, 0x80, 0x80, 0x80, 0x70}, 0, "not a signed LEB128 of 32 bits"},
		{"32 bits in six bytes", 32, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0}, 0, "not a signed LEB128 of 32 bits"},
		{"the largest of 33 bits", 33, []byte{0xff, 0xff, 0xff, 0xff, 0x0f}, math.MaxUint32, ""},
		{"33 bits and an unused bit unlike the sign", 33, []byte{0xff, 0xff, 0xff, 0xff, 0x1f}, 0, "not a signed LEB128 of 33 bits"},
		{"the largest of 64 bits", 64, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0}, math.MaxInt64, ""},
		{"the smallest of 64 bits", 64, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f}, math.MinInt64, ""},
		{"64 bits and an unused bit", 64, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, 0, "not a signed LEB128 of 64 bits"},
		{"64 bits in eleven bytes", 64, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 0, "not a signed LEB128 of 64 bits"},
		{"cut short", 64, []byte{0xff, 0xff}, 0, "unexpected end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := read(test.bytes)
			got := c.signed(test.bits, "number")
			if test.err != "" {
				assert.ErrorContains(t, c.err, test.err)
				return
			}
			assert.NoError(t, c.done("the number"))
			assert.Equal(t, test.want, got)
		})
	}
}

func TestNumbersSurviveWritingAndReading(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		v := int64(random.Uint64()) >> random.IntN(64)
		c := read(appendSigned(nil, v))
		assert.Equal(t, v, c.signed(64, "number"))
		assert.NoError(t, c.done("the number"))

		u := random.Uint32() >> random.IntN(32)
		c = read(appendU32(nil, u))
		assert.Equal(t, u, c.u32("number"))
		assert.NoError(t, c.done("the number"))
		assert.Equal(t, binary.AppendUvarint(nil, uint64(u)), appendU32(nil, u))
	}
}

func TestTheFirstErrorSticksAndGivesTheOffset(t *testing.T) {
	c := read([]byte{1, 0xff})
	c.byte("first")
	c.u32("second")
	assert.EqualError(t, c.err, "offset 2 (0x2): unexpected end in second")
	assert.Zero(t, c.byte("third"))
	assert.Zero(t, c.signed(32, "third"))
	assert.Nil(t, c.name("third"))
	c.skip(1, "third")
	assert.EqualError(t, c.done("all"), "offset 2 (0x2): unexpected end in second")
}

func TestNamesMustBeUTF8(t *testing.T) {
	c := read([]byte{2, 0xc3, 0xa9})
	assert.Equal(t, "é", string(c.name("name")))
	c = read([]byte{1, 0xc3})
	c.name("name")
	assert.ErrorContains(t, c.err, "offset 1 (0x1): name is not UTF-8")
	c = read([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	c.name("name")
	assert.ErrorContains(t, c.err, "needs 4294967295 bytes, 0 are left")
}
