package protocol

import (
	"strings"
	"unicode/utf8"
)

// messageMarker ends a message that was cut. It is 15 bytes long.
const messageMarker = "… [truncated]"

// maxBindingUnits is how much of an unknown binding's name a message repeats,
// in UTF-16 code units.
const maxBindingUnits = 1024

// CapMessage is s as valid UTF-8 of at most maxBytes bytes: a longer one is cut
// between two characters and ends with a marker. A cap too small for the marker
// leaves the marker alone, 15 bytes. Lone surrogates and illegal bytes become
// U+FFFD.
func CapMessage(s string, maxBytes int) string {
	// Replacing never shortens, so a prefix decides, however long s is.
	text := validText(s[:min(len(s), max(maxBytes, 0))])
	if len(s) <= maxBytes && len(text) <= maxBytes {
		return text
	}
	end := max(maxBytes-len(messageMarker), 0)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + messageMarker
}

// UnknownBinding is the message of the reply to a call that names no bound
// function. It quotes the name as JSON, cut to 1024 UTF-16 code units.
func UnknownBinding(global, name string) string {
	var binding strings.Builder
	units := maxBindingUnits
	for _, part := range []string{global, ".", name} {
		n := 0
		for n < len(part) {
			r, size := nextRune(part[n:])
			width := 1
			if r > 0xFFFF {
				width = 2
			}
			if units < width {
				units = 0
				break
			}
			units -= width
			n += size
		}
		binding.WriteString(part[:n])
	}
	return string(appendQuoted([]byte("unknown binding "), binding.String()))
}
