package protocol

import (
	"math/bits"
	"strconv"
)

// natural is an unsigned integer of fixed capacity, its lowest word first and
// without leading zero words. 3072 bits hold both sides of every comparison a
// decimal of significantDigits+1 digits asks for.
type natural struct {
	words [48]uint64
	n     int
}

// mulAdd sets x to x*scale + add.
func (x *natural) mulAdd(scale, add uint64) {
	for i := range x.words[:x.n] {
		high, low := bits.Mul64(x.words[i], scale)
		sum, carry := bits.Add64(low, add, 0)
		x.words[i], add = sum, high+carry
	}
	if add != 0 {
		x.words[x.n] = add
		x.n++
	}
}

// setDigits sets x, which must be zero, to a decimal number.
func (x *natural) setDigits(digits []byte) {
	for len(digits) > 0 {
		chunk := digits[:(len(digits)-1)%maxWordDigits+1]
		digits = digits[len(chunk):]
		scale := uint64(1)
		for range chunk {
			scale *= 10
		}
		x.mulAdd(scale, decimalWord(chunk))
	}
}

// mulPow5 multiplies x by 5 to the power of k.
func (x *natural) mulPow5(k int) {
	const maxPower, maxPower5 = 27, 7450580596923828125
	for ; k >= maxPower; k -= maxPower {
		x.mulAdd(maxPower5, 0)
	}
	scale := uint64(1)
	for range k {
		scale *= 5
	}
	x.mulAdd(scale, 0)
}

// shiftLeft multiplies x, which must not be zero, by 2 to the power of k.
func (x *natural) shiftLeft(k int) {
	words := k / 64
	copy(x.words[words:], x.words[:x.n])
	clear(x.words[:words])
	x.n += words
	if k %= 64; k > 0 {
		x.mulAdd(1<<k, 0)
	}
}

// compare is negative, zero or positive as x is less than, equal to or greater than y.
func (x *natural) compare(y *natural) int {
	if x.n != y.n {
		return x.n - y.n
	}
	for i := x.n - 1; i >= 0; i-- {
		if x.words[i] != y.words[i] {
			if x.words[i] < y.words[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// fitsDouble reports whether a double represents x, which must not be zero: at
// most 53 bits between its first and its last one bit, and 1024 in all.
func (x *natural) fitsDouble() bool {
	length := (x.n-1)*64 + bits.Len64(x.words[x.n-1])
	zeros := 0
	for x.words[zeros/64] == 0 {
		zeros += 64
	}
	zeros += bits.TrailingZeros64(x.words[zeros/64])
	return length <= 1024 && length-zeros <= 53
}

// appendDigits appends x in decimal and leaves it zero.
func (x *natural) appendDigits(dst []byte) []byte {
	const chunk = 1e19 // maxWordDigits digits
	var chunks [len(x.words)*64/63 + 1]uint64
	n := 0
	for x.n > 0 {
		rest := uint64(0)
		for i := x.n - 1; i >= 0; i-- {
			x.words[i], rest = bits.Div64(rest, x.words[i], chunk)
		}
		for x.n > 0 && x.words[x.n-1] == 0 {
			x.n--
		}
		chunks[n] = rest
		n++
	}
	dst = strconv.AppendUint(dst, chunks[max(n-1, 0)], 10)
	for i := n - 2; i >= 0; i-- {
		end := len(dst) + maxWordDigits
		dst = append(dst, "0000000000000000000"...)
		for j, word := end-1, chunks[i]; word > 0; j-- {
			dst[j] = byte('0' + word%10)
			word /= 10
		}
	}
	return dst
}

// maxWordDigits is how many decimal digits always fit one word.
const maxWordDigits = 19

// decimalWord is the value of up to maxWordDigits decimal digits.
func decimalWord(digits []byte) uint64 {
	n := uint64(0)
	for _, c := range digits {
		n = n*10 + uint64(c-'0')
	}
	return n
}
