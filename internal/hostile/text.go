package hostile

import (
	"fmt"
	"strings"
)

// A text is spelled in one of the many ways JSON has for it, and is known in three forms.
type text struct {
	spelled   string // the literal, as it goes over the wire
	canonical string // the literal, as the contract spells it
	plain     string // the text as people see it: lone surrogates are replaced
}

// interesting are characters that decoders get wrong.
var interesting = []rune{
	0, 1, '\b', '\t', '\n', '\f', '\r', 0x1b, 0x1f, ' ', '"', '\\', '/', '{', '}', '[', ']', ':', ',', 0x7f, 0x80,
	'é', 0x2028, 0x2029, '中', 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xffff, '😀', 0x10ffff,
}

// text makes a text of up to so many characters.
func (g *Generator) text(most int) text {
	var spelled, canonical, plain strings.Builder
	spelled.WriteByte('"')
	canonical.WriteByte('"')
	highLast := false
	for range g.r.IntN(most + 1) {
		switch pick := g.r.IntN(20); {
		case pick == 0:
			// Two surrogates in this order would be one character.
			surrogate := 0xd800 + g.r.IntN(0x800)
			if highLast && surrogate >= 0xdc00 {
				surrogate -= 0x400
			}
			highLast = surrogate < 0xdc00
			spelled.WriteString(g.escape(surrogate))
			fmt.Fprintf(&canonical, `\u%04x`, surrogate)
			plain.WriteRune(0xfffd)
		case pick < 6:
			highLast = false
			g.character(&spelled, &canonical, &plain, interesting[g.r.IntN(len(interesting))])
		default:
			highLast = false
			g.character(&spelled, &canonical, &plain, 'a'+g.r.Int32N(26))
		}
	}
	spelled.WriteByte('"')
	canonical.WriteByte('"')
	return text{spelled.String(), canonical.String(), plain.String()}
}

func (g *Generator) character(spelled, canonical, plain *strings.Builder, c rune) {
	plain.WriteRune(c)
	short := shortEscape(c)
	switch {
	case short != "":
		canonical.WriteString(short)
	case c < ' ':
		fmt.Fprintf(canonical, `\u%04x`, c)
	default:
		canonical.WriteRune(c)
	}
	must := c < ' ' || c == '"' || c == '\\'
	switch {
	case c == '/' && g.one(3):
		spelled.WriteString(`\/`)
	case short != "" && g.one(2):
		spelled.WriteString(short)
	case !must && !g.one(4):
		spelled.WriteRune(c)
	case c > 0xffff:
		spelled.WriteString(g.escape(int(0xd800 + (c-0x10000)>>10)))
		spelled.WriteString(g.escape(int(0xdc00 + (c-0x10000)&0x3ff)))
	default:
		spelled.WriteString(g.escape(int(c)))
	}
}

// shortEscape is the escape of two characters that c must have in canonical spelling, or "".
func shortEscape(c rune) string {
	switch c {
	case '"', '\\':
		return `\` + string(c)
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\n':
		return `\n`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return ""
}

func (g *Generator) escape(unit int) string {
	if g.one(2) {
		return fmt.Sprintf(`\u%04X`, unit)
	}
	return fmt.Sprintf(`\u%04x`, unit)
}

// name spells a name of the contract, at times with escapes.
func (g *Generator) name(name string) string {
	if !g.one(8) {
		return `"` + name + `"`
	}
	var spelled strings.Builder
	spelled.WriteByte('"')
	for _, c := range name {
		if g.one(2) {
			spelled.WriteString(g.escape(int(c)))
		} else {
			spelled.WriteRune(c)
		}
	}
	spelled.WriteByte('"')
	return spelled.String()
}
