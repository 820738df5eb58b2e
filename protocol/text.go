package protocol

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	replacement = "\uFFFD"
	hexDigits   = "0123456789abcdef"
)

// escapeCost is what a byte costs in a JSON string beyond itself.
var escapeCost = func() (cost [256]uint8) {
	for c := range 0x20 {
		cost[c] = 5 // \u00XX
	}
	for _, c := range "\"\\\b\t\n\f\r" {
		cost[c] = 1
	}
	return cost
}()

// nextRune decodes the first character of WTF-8 text. A lone surrogate is its
// code point; anything else illegal is U+FFFD, one for each maximal subpart
// (Unicode 16.0, section 3.9.6).
func nextRune(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	if r := leadingSurrogate(s); r != 0 {
		return r, 3
	}
	return utf8.RuneError, maximalSubpart(s)
}

// leadingSurrogate is the surrogate that WTF-8 text starts with, or 0.
func leadingSurrogate(s string) rune {
	if len(s) < 3 || s[0] != 0xED || s[1]&^0x1F != 0xA0 || s[2]&^0x3F != 0x80 {
		return 0
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
}

func isSurrogate(r rune) bool     { return r&^0x7FF == 0xD800 }
func isHighSurrogate(r rune) bool { return r&^0x3FF == 0xD800 }
func isLowSurrogate(r rune) bool  { return r&^0x3FF == 0xDC00 }

func combineSurrogates(high, low rune) rune {
	return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00)
}

// maximalSubpart is the number of bytes at the start of s that could begin a
// character, at least one.
func maximalSubpart(s string) int {
	low, high, more := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n <= more && n < len(s) && s[n] >= low && s[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}

// appendSurrogate appends a lone surrogate as WTF-8.
func appendSurrogate(dst []byte, r rune) []byte {
	return append(dst, 0xED, byte(r>>6&0x3F|0x80), byte(r&0x3F|0x80))
}

func wtf8Len(r rune) int {
	if isSurrogate(r) {
		return 3
	}
	return utf8.RuneLen(r)
}

// appendEscape appends \uXXXX.
func appendEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// appendCharacter appends a character as canonical JSON spells it inside a string.
func appendCharacter(dst []byte, r rune) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(dst, '\\', byte(r))
	case r >= 0x20 && !isSurrogate(r):
		return utf8.AppendRune(dst, r)
	}
	switch r {
	case '\b':
		return append(dst, `\b`...)
	case '\t':
		return append(dst, `\t`...)
	case '\n':
		return append(dst, `\n`...)
	case '\f':
		return append(dst, `\f`...)
	case '\r':
		return append(dst, `\r`...)
	}
	return appendEscape(dst, r)
}

// appendQuoted appends WTF-8 text as a canonical JSON string. Bytes that are
// not even WTF-8 become U+FFFD.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if escapeCost[c] != 0 {
				dst = appendCharacter(append(dst, s[from:i]...), rune(c))
				from = i + 1
			}
			i++
			continue
		}
		r, size := nextRune(s[i:])
		if r == utf8.RuneError || isSurrogate(r) {
			dst = append(dst, s[from:i]...)
			if isHighSurrogate(r) {
				if low := leadingSurrogate(s[i+size:]); isLowSurrogate(low) {
					r = combineSurrogates(r, low)
					size += 3
				}
			}
			dst = appendCharacter(dst, r)
			from = i + size
		}
		i += size
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// quotedCost is the length of what appendQuoted appends, less the two quotes,
// for text without spelled-out surrogate pairs. It is never less than len(s).
func quotedCost(s string) int {
	cost := len(s)
	for i := range len(s) {
		cost += int(escapeCost[s[i]])
	}
	if utf8.ValidString(s) {
		return cost
	}
	for len(s) > 0 {
		r, size := nextRune(s)
		if isSurrogate(r) {
			cost += 3 // six bytes for three
		} else if r == utf8.RuneError {
			cost += len(replacement) - size
		}
		s = s[size:]
	}
	return cost
}

// validText is WTF-8 text as UTF-8: lone surrogates and illegal bytes become U+FFFD.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return replaceIllegal(s, nextRune)
}

// decodeUTF8 is raw bytes as UTF-8: illegal bytes become U+FFFD, one for each
// maximal subpart; unlike in validText an encoded surrogate is three of them.
func decodeUTF8(p []byte) string {
	if utf8.Valid(p) {
		return string(p)
	}
	return replaceIllegal(string(p), func(s string) (rune, int) {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			size = maximalSubpart(s)
		}
		return r, size
	})
}

func replaceIllegal(s string, next func(string) (rune, int)) string {
	var out strings.Builder
	out.Grow(len(s))
	for len(s) > 0 {
		r, size := next(s)
		if r == utf8.RuneError || isSurrogate(r) {
			out.WriteString(replacement)
		} else {
			out.WriteString(s[:size])
		}
		s = s[size:]
	}
	return out.String()
}

// decodeEscape decodes the escape that text, the checked rest of a string
// literal, starts with. A high and a low surrogate are one character of 12 bytes.
func decodeEscape(text []byte) (r rune, size int) {
	switch text[1] {
	case 'b':
		return '\b', 2
	case 't':
		return '\t', 2
	case 'n':
		return '\n', 2
	case 'f':
		return '\f', 2
	case 'r':
		return '\r', 2
	case 'u':
		r = hexRune(text[2:6])
		if isHighSurrogate(r) && len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
			if low := hexRune(text[8:12]); isLowSurrogate(low) {
				return combineSurrogates(r, low), 12
			}
		}
		return r, 6
	}
	return rune(text[1]), 2
}

func hexRune(digits []byte) (r rune) {
	for _, c := range digits {
		if c > '9' {
			c += 9 // 'A' and 'a' end in 1
		}
		r = r<<4 | rune(c&15)
	}
	return r
}

// unquote is the text of a checked string literal, as WTF-8.
func unquote(literal []byte) string {
	text := literal[1 : len(literal)-1]
	first := bytes.IndexByte(text, '\\')
	if first < 0 {
		return string(text)
	}
	// Decoded text is shorter, up to sixfold: measure it first, so that a frame
	// of escapes neither needs a second copy nor pins the difference.
	length := len(text)
	eachEscape(text, first, func(_ []byte, r rune, size int) { length += wtf8Len(r) - size })
	var out strings.Builder
	out.Grow(length)
	rest := eachEscape(text, first, func(before []byte, r rune, _ int) {
		out.Write(before)
		if isSurrogate(r) {
			var buf [3]byte
			out.Write(appendSurrogate(buf[:0], r))
		} else {
			out.WriteRune(r)
		}
	})
	out.Write(rest)
	return out.String()
}

// eachEscape visits the escapes of text, the first of which is at i, each with
// the plain text before it, and returns the plain text after the last.
func eachEscape(text []byte, i int, visit func(before []byte, r rune, size int)) []byte {
	for i >= 0 {
		r, size := decodeEscape(text[i:])
		visit(text[:i], r, size)
		text = text[i+size:]
		i = bytes.IndexByte(text, '\\')
	}
	return text
}
