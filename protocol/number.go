package protocol

import (
	"bytes"
	"math"
	"strconv"
)

const (
	maxSafeInteger = 1<<53 - 1

	// maxIntegerDigits is the length of the largest double, printed as an
	// integer. JSON has no leading zeros, so a longer integer is out of range.
	maxIntegerDigits = 309
)

// exactInteger reports whether a JSON integer token survives the conversion to
// a double. The work is bounded for tokens of any length.
func exactInteger(token []byte) bool {
	if token[0] == '-' {
		token = token[1:]
	}
	if len(token) <= 15 {
		return true
	}
	if len(token) > maxIntegerDigits {
		return false
	}
	var x natural
	x.setDigits(token)
	return x.fitsDouble()
}

// parseNumber is the double nearest to a JSON number token, an infinity if it
// is out of range.
func parseNumber(token []byte) float64 {
	if len(token) <= maxWordDigits && bytes.IndexByte(token, 'e') < 0 && bytes.IndexByte(token, 'E') < 0 {
		f, _ := strconv.ParseFloat(string(token), 64) // neither out of range nor subnormal
		return f
	}
	negative := token[0] == '-'
	if negative {
		token = token[1:]
	}
	var buf [significantDigits + 1]byte
	f := readDecimal(token, buf[:]).float()
	if negative {
		return -f
	}
	return f
}

// lossless reports whether a double is a number of lossless JSON.
func lossless(f float64) bool {
	return !math.IsInf(f, 0) && !math.IsNaN(f) && (f != 0 || !math.Signbit(f))
}

// appendNumber spells a double as ECMAScript's Number::toString does, except
// that an integer beyond 2^53-1 has all its digits: an integer stays one on the
// other side, however it is parsed there.
func appendNumber(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	case f == 0:
		return append(dst, '0')
	case f == math.Trunc(f) && abs < 1<<63:
		return strconv.AppendInt(dst, int64(f), 10)
	case abs > maxSafeInteger: // then it is an integer
		return appendInteger(dst, f)
	case abs >= 1e-6:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-2] == '0' && dst[n-3] == '-' { // e-07 is e-7
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}

// appendInteger appends all digits of a double of 2^53 or more. strconv can do
// it, in ten times the time.
func appendInteger(dst []byte, f float64) []byte {
	if f < 0 {
		dst = append(dst, '-')
	}
	mantissa, power := split(math.Abs(f))
	var x natural
	x.mulAdd(0, mantissa)
	x.shiftLeft(power)
	return x.appendDigits(dst)
}
