package protocol

import (
	"bytes"
	"unicode/utf8"
)

// maxNameBytes is the length of the longest member name or keyword the decoder
// knows, every character of it escaped. What is longer is none of them.
const maxNameBytes = len(`"\u0074\u0072\u0075\u006e\u0063\u0061\u0074\u0065\u0064\u002d\u006f\u0075\u0074\u0070\u0075\u0074"`)

// Decode rebuilds the frame in one line from the guest, or reports false: the
// line is to be dropped, silently, because the guest may have been made to write
// anything. A line is dropped if
//
//   - it is not valid UTF-8;
//   - an integer anywhere in it does not survive the way through a double;
//   - it is not one JSON object, strictly;
//   - the members its type requires are missing or of the wrong type.
//
// Names match exactly, the last of several members with one name counts, and
// unknown members are ignored. The line is not kept, except by [Done].
func Decode(line []byte) (Frame, bool) {
	if !utf8.Valid(line) {
		return nil, false
	}
	var m frameMembers
	if !m.scan(line) {
		return nil, false
	}
	switch string(keyword(m.kind)) {
	case "boot-ack":
		return BootAck{}, true
	case "call":
		return m.call()
	case "log":
		return m.log()
	case "done":
		return m.done()
	}
	return nil, false
}

// frameMembers holds the text of the members that some frame has, nil if absent.
type frameMembers struct {
	kind                   []byte
	id, global, name, args []byte
	text, truncated, open  []byte
	value, failure         []byte
}

func (m *frameMembers) scan(line []byte) bool {
	return scanMembers(line, func(name, value []byte) {
		switch string(name) {
		case "type":
			m.kind = value
		case "id":
			m.id = value
		case "global":
			m.global = value
		case "name":
			m.name = value
		case "args":
			m.args = value
		case "text":
			m.text = value
		case "truncated":
			m.truncated = value
		case "open":
			m.open = value
		case "value":
			m.value = value
		case "error":
			m.failure = value
		}
	})
}

func (m *frameMembers) call() (Frame, bool) {
	if !isNumber(m.id) || !isString(m.global) || !isString(m.name) || m.args == nil {
		return nil, false
	}
	id := parseNumber(m.id)
	if !lossless(id) {
		return nil, false
	}
	// An honest guest sends canonical text, so a limit on the canonical form
	// only meets forgeries, like 1e308 with its 309 digits.
	args, err := canonical(nil, m.args, MaxFrameBytes)
	if err != nil {
		return nil, false
	}
	return Call{ID: id, Global: unquote(m.global), Name: unquote(m.name), Args: args}, true
}

func (m *frameMembers) log() (Frame, bool) {
	if !isString(m.text) {
		return nil, false
	}
	return Log{
		Text:      unquote(m.text),
		Truncated: string(m.truncated) == "true",
		Open:      string(m.open) == "true",
	}, true
}

func (m *frameMembers) done() (Frame, bool) {
	done := Done{Value: m.value}
	if m.failure == nil {
		return done, true
	}
	var kind, message []byte
	ok := scanMembers(m.failure, func(name, value []byte) {
		switch string(name) {
		case "kind":
			kind = value
		case "message":
			message = value
		}
	})
	if !ok || !isString(message) {
		return nil, false
	}
	switch k := string(keyword(kind)); k {
	case "exception", "timeout", "invalid-output", "output-limit":
		done.Error = &DoneError{Kind: k, Message: unquote(message)}
		return done, true
	}
	return nil, false
}

// scanMembers calls visit for every member of a JSON object in which every
// integer is exact, and reports whether text is one. Names that no frame has may
// come as nil.
func scanMembers(text []byte, visit func(name, value []byte)) bool {
	s := scanner{text: text}
	if s.next() != tokenBegin || !s.nesting.inObject() {
		return false
	}
	for {
		kind := s.next()
		switch kind {
		case tokenPunct: // the comma between two members
			continue
		case tokenEnd:
			return s.next() == tokenEOF
		case tokenKey:
		default:
			return false
		}
		name := text[s.start:s.pos]
		s.next() // the colon
		value, ok := s.skipValue()
		if !ok {
			return false
		}
		visit(keyword(name), value)
	}
}

// skipValue reads one whole value and returns its text.
func (s *scanner) skipValue() ([]byte, bool) {
	depth, start := s.nesting.depth, -1
	for {
		kind := s.next()
		if start < 0 {
			start = s.start
		}
		switch kind {
		case tokenInvalid, tokenEOF:
			return nil, false
		case tokenNumber:
			if s.integer && !exactInteger(s.text[s.start:s.pos]) {
				return nil, false
			}
		}
		if s.nesting.depth == depth {
			return s.text[start:s.pos], true
		}
	}
}

// keyword is the text of a short string literal, or nil for anything else.
func keyword(literal []byte) []byte {
	if !isString(literal) || len(literal) > maxNameBytes {
		return nil
	}
	if text := literal[1 : len(literal)-1]; bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	return []byte(unquote(literal))
}

func isString(value []byte) bool { return len(value) > 0 && value[0] == '"' }

func isNumber(value []byte) bool {
	return len(value) > 0 && (value[0] == '-' || value[0]-'0' <= 9)
}
