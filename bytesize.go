package coderuntime

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A ByteSize is a number of bytes.
type ByteSize int64

// Units of ByteSize, each 1024 times the one before.
const (
	Byte ByteSize = 1
	KiB           = 1024 * Byte
	MiB           = 1024 * KiB
	GiB           = 1024 * MiB
)

// ParseByteSize reads a whole number of bytes with an optional unit: "4096", "64KiB", "256MiB", "1GiB".
func ParseByteSize(text string) (ByteSize, error) {
	unit, digits := Byte, text
	for _, u := range []struct {
		suffix string
		size   ByteSize
	}{{"KiB", KiB}, {"MiB", MiB}, {"GiB", GiB}, {"B", Byte}} {
		if rest, ok := strings.CutSuffix(text, u.suffix); ok {
			unit, digits = u.size, strings.TrimSpace(rest)
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a size: give a whole number of bytes, or one with the unit KiB, MiB or GiB", text)
	}
	if n > math.MaxInt64/int64(unit) {
		return 0, fmt.Errorf("%q is too large a size", text)
	}
	return ByteSize(n) * unit, nil
}

// String gives the size in the largest unit that divides it.
func (b ByteSize) String() string {
	switch {
	case b != 0 && b%GiB == 0:
		return fmt.Sprintf("%dGiB", b/GiB)
	case b != 0 && b%MiB == 0:
		return fmt.Sprintf("%dMiB", b/MiB)
	case b != 0 && b%KiB == 0:
		return fmt.Sprintf("%dKiB", b/KiB)
	}
	return fmt.Sprintf("%dB", int64(b))
}
