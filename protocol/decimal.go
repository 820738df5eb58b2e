package protocol

import (
	"math"
	"strconv"
)

// significantDigits is enough to round any decimal correctly: two adjacent
// doubles and the point halfway between them differ within 767 digits. What
// follows only matters as "not zero".
const significantDigits = 800

// decimal is the number 0.ddd times 10 to the power of exponent. The first of
// its digits is not 0; no digits are zero.
//
// It exists because strconv.ParseFloat falls back to shifting decimal digits
// one by one for subnormal doubles and for long tokens close to halfway: 18 µs
// for one number, minutes for one hostile frame.
type decimal struct {
	digits   []byte
	exponent int
}

// readDecimal reads an unsigned JSON number token of any length. The digits are
// kept in buf, which has room for one more than significantDigits.
func readDecimal(token, buf []byte) decimal {
	var (
		digits   = buf[:0]
		exponent = int64(0)
		fraction = false
		rest     = false // a digit that was left out is not zero
	)
	for i, c := range token {
		if c == '.' {
			fraction = true
			continue
		}
		if c|0x20 == 'e' {
			exponent += saturatedExponent(token[i+1:])
			break
		}
		significant := len(digits) > 0 || c != '0'
		switch {
		case significant && !fraction:
			exponent++
		case !significant && fraction:
			exponent--
		}
		switch {
		case significant && len(digits) < significantDigits:
			digits = append(digits, c)
		case significant && c != '0':
			rest = true
		}
	}
	if rest {
		digits = append(digits, '1')
	}
	// Every double, and halfway to zero and infinity, is far within these.
	exponent = max(-1000, min(exponent, 1000))
	return decimal{digits: digits, exponent: int(exponent)}
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

// float is the nearest double, ties to even.
func (d decimal) float() float64 {
	switch {
	case len(d.digits) == 0 || d.exponent < -323: // below 1e-324, a half of the least is 2.4e-324
		return 0
	case d.exponent > 309:
		return math.Inf(1)
	case d.exponent <= -307:
		if units := d.units(); units < 1<<53-16 {
			return d.subnormal(uint64(units))
		}
	}
	head := d.digits[:min(len(d.digits), maxWordDigits)]
	word := decimalWord(head)
	below := scaled(word, d.exponent-len(head))
	if len(head) == len(d.digits) || scaled(word+1, d.exponent-len(head)) == below {
		return below // always, if it is infinite
	}
	if mantissa, power := split(below); d.roundsDown(mantissa, power) {
		return below
	}
	return math.Nextafter(below, math.Inf(1))
}

// scaled is the double nearest to word times 10 to the power of exponent.
func scaled(word uint64, exponent int) float64 {
	var buf [32]byte
	token := append(strconv.AppendUint(buf[:0], word, 10), 'e')
	f, _ := strconv.ParseFloat(string(strconv.AppendInt(token, int64(exponent), 10)), 64)
	return f
}

// split writes a positive, normal double as mantissa times 2 to the power of power.
func split(f float64) (mantissa uint64, power int) {
	b := math.Float64bits(f)
	return b&(1<<52-1) | 1<<52, int(b>>52) - 1075
}

// units is the number in units of the least subnormal, 2 to the power of -1074,
// give or take a few of the last of 53 bits.
func (d decimal) units() float64 {
	const perUnit = 0.20240225330731058 // 2**1074 / 10**324
	head := d.digits[:min(len(d.digits), maxWordDigits)]
	return float64(decimalWord(head)) * math.Pow10(d.exponent-len(head)+324) * perUnit
}

// subnormal corrects an estimate in units of the least subnormal. Up to 2**53 of
// them every double is a whole number of units, and the number its bits spell.
func (d decimal) subnormal(units uint64) float64 {
	for units > 0 && d.roundsDown(units-1, -1074) {
		units--
	}
	for !d.roundsDown(units, -1074) {
		units++
	}
	return math.Float64frombits(units)
}

// roundsDown reports whether the number, between the double mantissa * 2**power
// and the next one, is nearer to the first: below halfway, or there and even.
func (d decimal) roundsDown(mantissa uint64, power int) bool {
	var number, halfway natural
	number.setDigits(d.digits)
	halfway.mulAdd(0, 2*mantissa+1)
	scale := d.exponent - len(d.digits)
	if scale > 0 {
		number.mulPow5(scale)
	} else {
		halfway.mulPow5(-scale)
	}
	if shift := scale - (power - 1); shift > 0 {
		number.shiftLeft(shift)
	} else {
		halfway.shiftLeft(-shift)
	}
	order := number.compare(&halfway)
	return order < 0 || order == 0 && mantissa%2 == 0
}
