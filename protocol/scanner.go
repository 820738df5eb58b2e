package protocol

import (
	"encoding/binary"
	"math/bits"
)

// token is what scanner.next found. The text of the token is
// text[scanner.start:scanner.pos].
type token uint8

const (
	tokenInvalid token = iota // the text is not JSON
	tokenEOF                  // one complete value and nothing else was read
	tokenBegin                // [ or {
	tokenEnd                  // ] or }
	tokenPunct                // , or :
	tokenKey                  // a member name, quotes included
	tokenString               // a string value, quotes included
	tokenNumber
	tokenLiteral // true, false or null
)

// expectation is what the grammar allows next.
type expectation uint8

const (
	expectValue expectation = iota
	expectValueOrEnd
	expectKey
	expectKeyOrEnd
	expectColon
	expectCommaOrEnd
	expectEOF
)

// scanner splits JSON text into tokens and checks the grammar of RFC 8259 on
// the way. It holds one bit per nesting level and does not look at UTF-8, which
// its users check beforehand.
type scanner struct {
	text       []byte
	start, pos int
	expect     expectation
	escaped    bool // the last key or string holds a backslash
	integer    bool // the last number has neither fraction nor exponent
	nesting    nesting
}

// next reads one token. After tokenInvalid or tokenEOF it must not be called again.
func (s *scanner) next() token {
	i := s.pos
	for i < len(s.text) && isSpace(s.text[i]) {
		i++
	}
	s.start = i
	if i == len(s.text) {
		if s.expect == expectEOF {
			return tokenEOF
		}
		return tokenInvalid
	}
	c := s.text[i]
	switch s.expect {
	case expectCommaOrEnd:
		if c == ',' {
			s.pos = i + 1
			s.expect = expectValue
			if s.nesting.inObject() {
				s.expect = expectKey
			}
			return tokenPunct
		}
		return s.end(c)
	case expectColon:
		if c == ':' {
			s.pos = i + 1
			s.expect = expectValue
			return tokenPunct
		}
		return tokenInvalid
	case expectKey, expectKeyOrEnd:
		if c == '"' && s.scanString() {
			s.expect = expectColon
			return tokenKey
		}
		if s.expect == expectKeyOrEnd {
			return s.end(c)
		}
		return tokenInvalid
	case expectValue, expectValueOrEnd:
		return s.value(c)
	}
	return tokenInvalid
}

// value reads the token of a value, or its opening bracket.
func (s *scanner) value(c byte) token {
	kind := tokenInvalid
	switch c {
	case '"':
		if s.scanString() {
			kind = tokenString
		}
	case '{', '[':
		s.pos = s.start + 1
		s.nesting.push(c == '{')
		s.expect = expectValueOrEnd
		if c == '{' {
			s.expect = expectKeyOrEnd
		}
		return tokenBegin
	case 't':
		kind = s.scanLiteral("true")
	case 'f':
		kind = s.scanLiteral("false")
	case 'n':
		kind = s.scanLiteral("null")
	case ']':
		if s.expect == expectValueOrEnd {
			return s.end(c)
		}
	default:
		if s.scanNumber() {
			kind = tokenNumber
		}
	}
	s.valueRead()
	return kind
}

// end reads the closing bracket c if it is the one that is due.
func (s *scanner) end(c byte) token {
	due := byte(']')
	if s.nesting.inObject() {
		due = '}'
	}
	if c != due {
		return tokenInvalid
	}
	s.pos = s.start + 1
	s.nesting.pop()
	s.valueRead()
	return tokenEnd
}

func (s *scanner) valueRead() {
	s.expect = expectCommaOrEnd
	if s.nesting.depth == 0 {
		s.expect = expectEOF
	}
}

func (s *scanner) scanLiteral(literal string) token {
	end := s.start + len(literal)
	if end > len(s.text) || string(s.text[s.start:end]) != literal {
		return tokenInvalid
	}
	s.pos = end
	return tokenLiteral
}

// scanNumber reads -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
func (s *scanner) scanNumber() bool {
	text, i := s.text, s.start
	if text[i] == '-' {
		i++
	}
	first := i
	i = skipDigits(text, i)
	if i == first || text[first] == '0' && i > first+1 {
		return false
	}
	s.integer = true
	if i < len(text) && text[i] == '.' {
		s.integer = false
		first = i + 1
		if i = skipDigits(text, first); i == first {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		s.integer = false
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		first = i
		if i = skipDigits(text, first); i == first {
			return false
		}
	}
	s.pos = i
	return true
}

func skipDigits(text []byte, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

// scanString reads a string literal. Escapes are checked, not decoded.
func (s *scanner) scanString() bool {
	text, i := s.text, s.start+1
	s.escaped = false
	for {
		i += plainPrefix(text[i:])
		if i == len(text) {
			return false
		}
		switch text[i] {
		case '"':
			s.pos = i + 1
			return true
		case '\\':
			size := escapeSize(text[i:])
			if size == 0 {
				return false
			}
			s.escaped = true
			i += size
		default: // a raw control character
			return false
		}
	}
}

// plainPrefix counts the bytes before the first quote, backslash or control
// character, eight at a time: this is where large frames spend their time.
func plainPrefix(text []byte) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		quote, slash := x^ones*'"', x^ones*'\\'
		// A borrow can only mark bytes above the first real hit, which is the one used.
		hit := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & high
		if hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(text); i++ {
		if c := text[i]; c < 0x20 || c == '"' || c == '\\' {
			break
		}
	}
	return i
}

// escapeSize is the length of the escape that text starts with, 0 if it is none.
func escapeSize(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(text) < 6 {
			return 0
		}
		for _, c := range text[2:6] {
			if c-'0' > 9 && (c|0x20)-'a' > 5 {
				return 0
			}
		}
		return 6
	}
	return 0
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r'
}

// nesting remembers for every open bracket whether it is an object's. The
// innermost levels are in word, whole words of outer levels in outer.
type nesting struct {
	word  uint64
	depth int
	outer []uint64
}

func (n *nesting) push(object bool) {
	if n.depth > 0 && n.depth%64 == 0 {
		n.outer = append(n.outer, n.word)
	}
	n.word <<= 1
	if object {
		n.word |= 1
	}
	n.depth++
}

func (n *nesting) pop() {
	n.word >>= 1
	n.depth--
	if n.depth > 0 && n.depth%64 == 0 {
		last := len(n.outer) - 1
		n.word, n.outer = n.outer[last], n.outer[:last]
	}
}

func (n *nesting) inObject() bool { return n.word&1 != 0 }
