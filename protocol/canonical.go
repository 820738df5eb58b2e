package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

var (
	// ErrSyntax: the text is not one JSON value in valid UTF-8.
	ErrSyntax = errors.New("protocol: not JSON text")

	// ErrTooLarge: the canonical text is longer than the limit.
	ErrTooLarge = errors.New("protocol: JSON text exceeds its limit")

	// ErrNotLossless: the text holds a number that does not survive the way
	// through a double: one out of range, negative zero, or an integer between
	// two doubles.
	ErrNotLossless = errors.New("protocol: JSON text holds a number that is not lossless")
)

// Canonical appends the canonical spelling of JSON text to dst. It is the one
// both sides of the wire count bytes in:
//
//   - no white space; members stay in their order, duplicates included;
//   - strings escape only the quote, the backslash, control characters (\b \t
//     \n \f \r, otherwise \u00xx) and lone surrogates (\udxxx); everything else,
//     spelled-out surrogate pairs included, is raw UTF-8;
//   - numbers are ECMAScript's Number::toString of the nearest double, except
//     that integers beyond 2^53-1 have all their digits.
//
// A limit of 0 or more caps the bytes appended. Canonical stops early at the
// limit, so ErrTooLarge says nothing about the rest of the text. It goes on
// after a number that is not lossless, with the length of its ECMAScript
// spelling (8 for Infinity, 1 for negative zero), so that the verdict does not
// depend on the order of members: ErrTooLarge and ErrSyntax win over
// ErrNotLossless. With an error nothing is appended.
func Canonical(dst, text []byte, limit int) ([]byte, error) {
	if !utf8.Valid(text) {
		return dst, ErrSyntax
	}
	return canonical(dst, text, limit)
}

// MeterDone is the canonical spelling of a completion value, or ErrTooLarge if
// it is longer than maxValueBytes, or ErrNotLossless. It is a copy: unlike
// d.Value it stays valid.
func MeterDone(d Done, maxValueBytes int) (json.RawMessage, error) {
	value, err := canonical(nil, d.Value, maxValueBytes)
	if err != nil {
		return nil, err
	}
	return value, nil
}

// canonicalizer copies text from a scanner. Text that is canonical already is
// only looked at and then copied in one piece.
type canonicalizer struct {
	scanner
	out   []byte
	limit int
	size  int  // bytes appended, or only counted once lossy is set
	from  int  // text[from:pos] is canonical and not yet appended
	lossy bool // a number was not lossless: the text is only counted from here
}

// canonical is Canonical for text that is known to be UTF-8.
func canonical(dst, text []byte, limit int) ([]byte, error) {
	c := canonicalizer{scanner: scanner{text: text}, out: dst, limit: limit}
	end := 0 // of the token before
	for {
		kind := c.next()
		if c.start > end { // white space
			c.flush(end, c.start)
		}
		switch kind {
		case tokenInvalid:
			return dst, ErrSyntax
		case tokenEOF:
			c.flush(c.start, c.start)
			if c.lossy {
				return dst, ErrNotLossless
			}
			return c.out, nil
		case tokenKey, tokenString:
			if c.escaped {
				c.respell()
			}
		case tokenNumber:
			c.number()
		}
		end = c.pos
		if c.over(end) {
			return dst, ErrTooLarge
		}
	}
}

func (c *canonicalizer) over(pos int) bool {
	return c.limit >= 0 && c.size+pos-c.from > c.limit
}

// flush appends the text up to end; the next to be appended starts at from.
func (c *canonicalizer) flush(end, from int) {
	c.append(c.text[c.from:end])
	c.from = from
}

func (c *canonicalizer) append(text []byte) {
	c.size += len(text)
	if !c.lossy {
		c.out = append(c.out, text...)
	}
}

// respell brings the escapes of a string into their canonical form.
func (c *canonicalizer) respell() {
	var buf [8]byte
	for i := c.start; ; {
		next := bytes.IndexByte(c.text[i:c.pos], '\\')
		if next < 0 || c.over(i+next) {
			return
		}
		i += next
		r, size := decodeEscape(c.text[i:c.pos])
		spelling := appendCharacter(buf[:0], r)
		if !bytes.Equal(spelling, c.text[i:i+size]) {
			c.flush(i, i+size)
			c.append(spelling)
		}
		i += size
	}
}

// number checks a number and brings it into its canonical form.
func (c *canonicalizer) number() {
	token := c.text[c.start:c.pos]
	if c.integer && exactInteger(token) && string(token) != "-0" {
		return // an exact integer is canonical as it is
	}
	var buf [maxIntegerDigits + 16]byte
	f := parseNumber(token)
	spelling := appendNumber(buf[:0], f)
	switch {
	case c.integer || !lossless(f):
		c.flush(c.start, c.pos)
		c.lossy = true
		c.append(spelling)
	case !bytes.Equal(spelling, token):
		c.flush(c.start, c.pos)
		c.append(spelling)
	}
}
