package protocol

import (
	"math"
	"math/bits"
	"strconv"
)

const (
	maxSafeInteger = 1<<53 - 1

	// maxIntegerDigits is the length of the largest double, printed as an
	// integer. JSON has no leading zeros, so a longer integer is out of range.
	maxIntegerDigits = 309

	// directDigits bounds the tokens given to strconv as they are. Beyond it
	// strconv clamps the exponent before it has counted the digits.
	directDigits = 1000

	// significantDigits is enough to round any decimal correctly: two adjacent
	// doubles and the point halfway between them differ within 767 digits. What
	// follows only matters as "not zero".
	significantDigits = 800
)

// exactInteger reports whether the JSON integer token survives the conversion
// to a double: at most 53 bits between its first and its last one bit, and no
// more than 1024 in all. The work is bounded for tokens of any length.
func exactInteger(token []byte) bool {
	if token[0] == '-' {
		token = token[1:]
	}
	switch {
	case len(token) <= 15:
		return true
	case len(token) <= 19:
		return fitsDouble([]uint64{decimalWord(token)})
	case len(token) > maxIntegerDigits:
		return false
	}
	var words [17]uint64 // 1088 bits hold any 309 digits
	n := 0
	for len(token) > 0 {
		chunk := token[:(len(token)-1)%19+1]
		token = token[len(chunk):]
		scale, carry := uint64(1), decimalWord(chunk)
		for range chunk {
			scale *= 10
		}
		for i := range words[:n] {
			high, low := bits.Mul64(words[i], scale)
			sum, overflow := bits.Add64(low, carry, 0)
			words[i], carry = sum, high+overflow
		}
		if carry != 0 {
			words[n] = carry
			n++
		}
	}
	return fitsDouble(words[:n])
}

// fitsDouble reports whether a double represents the number with these words,
// the lowest first and the last one not zero.
func fitsDouble(words []uint64) bool {
	last := len(words) - 1
	length := last*64 + bits.Len64(words[last])
	first := 0
	for words[first] == 0 {
		first++
	}
	return length <= 1024 && length-first*64-bits.TrailingZeros64(words[first]) <= 53
}

// decimalWord is the value of up to 19 decimal digits.
func decimalWord(digits []byte) uint64 {
	n := uint64(0)
	for _, c := range digits {
		n = n*10 + uint64(c-'0')
	}
	return n
}

// parseNumber is the double nearest to a JSON number token, an infinity if it
// is out of range.
func parseNumber(token []byte) float64 {
	if len(token) > directDigits {
		return parseLongNumber(token)
	}
	// The error can only be ErrRange, and then f is the infinity wanted.
	f, _ := strconv.ParseFloat(string(token), 64)
	return f
}

// parseLongNumber reads a token of any length once and rounds its first digits.
func parseLongNumber(token []byte) float64 {
	var (
		buf      = append(make([]byte, 0, significantDigits+32), "0."...)
		exponent = int64(0) // of the number read as 0.ddd
		rest     = false    // a digit beyond significantDigits is not zero
		fraction = false
		negative = token[0] == '-'
		i        = 0
	)
	if negative {
		i++
	}
	for ; i < len(token); i++ {
		c := token[i]
		if c == '.' {
			fraction = true
			continue
		}
		if c|0x20 == 'e' {
			exponent += saturatedExponent(token[i+1:])
			break
		}
		significant := len(buf) > len("0.") || c != '0'
		switch {
		case significant && !fraction:
			exponent++
		case !significant && fraction:
			exponent--
		}
		switch {
		case significant && len(buf) < len("0.")+significantDigits:
			buf = append(buf, c)
		case significant && c != '0':
			rest = true
		}
	}
	f := 0.0
	switch {
	case len(buf) == len("0.") || exponent < -400:
	case exponent > 400:
		f = math.Inf(1)
	default:
		if rest {
			buf = append(buf, '1')
		}
		buf = append(buf, 'e')
		buf = strconv.AppendInt(buf, exponent, 10)
		f, _ = strconv.ParseFloat(string(buf), 64)
	}
	if negative {
		return -f
	}
	return f
}

// saturatedExponent reads the digits after the e. It stops counting far beyond
// any exponent that the digits of a token could make up for.
func saturatedExponent(digits []byte) int64 {
	negative := digits[0] == '-'
	if negative || digits[0] == '+' {
		digits = digits[1:]
	}
	n := int64(0)
	for _, c := range digits {
		if n < 1<<50 {
			n = n*10 + int64(c-'0')
		}
	}
	if negative {
		return -n
	}
	return n
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
		return strconv.AppendFloat(dst, f, 'f', 0, 64)
	case abs >= 1e-6:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-2] == '0' && dst[n-3] == '-' { // e-07 is e-7
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}
