package hostile

import (
	"fmt"
	"strings"
)

// noise makes a line that must come to nothing.
func (g *Generator) noise() string {
	kinds := []func() string{
		g.cutShort, g.withMore, g.badUTF8, g.badControl, g.badMember, g.badType, g.noObject,
		g.randomBytes, g.inexactSomewhere, g.lossyCall, g.wrongNumber, g.brokenSomewhere, g.unbalanced, g.nothing,
	}
	line := kinds[g.r.IntN(len(kinds))]()
	return strings.ReplaceAll(line, "\n", " ")
}

// lure is a frame that would do something.
func (g *Generator) lure() string {
	switch g.r.IntN(3) {
	case 0:
		return g.frame("log", "text", g.text(10).spelled)
	case 1:
		return g.frame("call", "id", fmt.Sprint(g.nextID), "global", g.name(boundGlobal), "name", g.name(boundName), "args", g.value(2).spelled)
	}
	return g.frame("done", "value", g.value(2).spelled)
}

// cutShort is a beginning of a frame: an object without its last brace is none.
func (g *Generator) cutShort() string {
	line := g.lure()
	return line[:g.r.IntN(len(line))]
}

func (g *Generator) withMore() string {
	if g.one(2) {
		return []string{"x", "\x00", "\ufeff", "[", "{}", ",", "\u00a0"}[g.r.IntN(7)] + g.lure()
	}
	return g.lure() + []string{"x", "\x00", "\ufeff", "]", "}", "{}", ",", "null", "\u00a0"}[g.r.IntN(9)]
}

// badUTF8 has bytes somewhere that no UTF-8 has, wherever they are.
func (g *Generator) badUTF8() string {
	line := g.lure()
	at := g.r.IntN(len(line) + 1)
	return line[:at] + []string{"\xff", "\xfe", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80"}[g.r.IntN(6)] + line[at:]
}

// badControl has a control character inside a string.
func (g *Generator) badControl() string {
	line := g.lure()
	at := strings.IndexByte(line, '"') + 1
	return line[:at] + []string{"\x00", "\x01", "\t", "\r", "\x1b", "\x1f"}[g.r.IntN(6)] + line[at:]
}

// otherThan are values of some types but one, which is left out by its letter.
func (g *Generator) otherThan(kind byte) string {
	others := []string{"null", "true", "false", "[]", "{}", `["a"]`}
	if kind != 's' {
		others = append(others, `""`, `"0"`)
	}
	if kind != 'n' {
		others = append(others, "0", "1.5")
	}
	return others[g.r.IntN(len(others))]
}

// badMember has a member that is missing or not of its type. A second member of that name would make
// it good, so it is spelled by hand.
func (g *Generator) badMember() string {
	id := fmt.Sprint(g.nextID)
	return []func() string{
		func() string { return `{"type":"log"}` },
		func() string { return `{"type":"log","text":` + g.otherThan('s') + `}` },
		func() string {
			return `{"type":"call","id":` + g.otherThan('n') + `,"global":"tools","name":"echo","args":1}`
		},
		func() string {
			return `{"type":"call","id":` + id + `,"global":` + g.otherThan('s') + `,"name":"echo","args":1}`
		},
		func() string {
			return `{"type":"call","id":` + id + `,"global":"tools","name":` + g.otherThan('s') + `,"args":1}`
		},
		func() string { return `{"type":"call","id":` + id + `,"global":"tools","name":"echo"}` },
		func() string { return `{"type":"call","id":` + id + `,"global":"tools","args":1}` },
		func() string { return `{"type":"call","global":"tools","name":"echo","args":1}` },
		func() string { return `{"type":"done","value":1,"error":` + g.otherThan('o') + `}` },
		func() string {
			return `{"type":"done","value":1,"error":{"kind":"exception","message":` + g.otherThan('s') + `}}`
		},
		func() string { return `{"type":"done","error":{"kind":` + g.otherThan('s') + `,"message":"m"}}` },
		func() string {
			kind := []string{"abort", "worker-exit", "Exception", "", "time-out"}[g.r.IntN(5)]
			return `{"type":"done","error":{"kind":"` + kind + `","message":"m"}}`
		},
		func() string { return `{"type":"done","error":{"message":"m"}}` },
	}[g.r.IntN(13)]()
}

func (g *Generator) badType() string {
	kind := []string{`"Log"`, `"logs"`, `"reply"`, `"run"`, `"boot"`, `""`, "null", "1", "[]", `["done"]`, "{}", "true", `"done\u0000"`}[g.r.IntN(13)]
	return `{"text":"lost","value":1,"args":1,"type":` + kind + `}`
}

// noObject is a value that is no object.
func (g *Generator) noObject() string {
	for {
		if v := g.value(3).spelled; v[0] != '{' {
			return v
		}
	}
}

// randomBytes are some: the odds that they are a frame are nil.
func (g *Generator) randomBytes() string {
	line := make([]byte, g.r.IntN(200))
	for i := range line {
		line[i] = byte(g.r.IntN(256))
	}
	if g.one(200) {
		return strings.Repeat(string(line), 1000)
	}
	return string(line)
}

func (g *Generator) inexactSomewhere() string { return g.spoiled(inexact) }
func (g *Generator) brokenSomewhere() string  { return g.spoiled(broken) }

// spoiled is a frame with a bad text in the place of a value that nobody would look at.
func (g *Generator) spoiled(bad []string) string {
	text := bad[g.r.IntN(len(bad))]
	for g.one(3) {
		text = "[1," + text + "]"
	}
	line := g.lure()
	if g.one(2) {
		return line[:len(line)-1] + `,"x":` + text + "}"
	}
	return `{"x":` + text + "," + line[1:]
}

func (g *Generator) lossyCall() string {
	args := lossy[g.r.IntN(len(lossy))]
	for g.one(2) {
		args = `{"a":[0,` + args + `]}`
	}
	return fmt.Sprintf(`{"type":"call","id":%d,"global":"tools","name":"echo","args":%s}`, g.nextID, args)
}

// wrongNumber is a call whose number is not the next.
func (g *Generator) wrongNumber() string {
	id := []string{
		fmt.Sprint(g.nextID + 1 + g.r.IntN(5)), fmt.Sprint(g.nextID - 1 - g.r.IntN(5)), fmt.Sprintf("%d.5", g.nextID),
		"-0", "-0.0", "1e400", "1e308", "-1", fmt.Sprintf("%de1", g.nextID+1),
	}[g.r.IntN(9)]
	return g.frame("call", "id", id, "global", g.name(boundGlobal), "name", g.name(boundName), "args", "1")
}

func (g *Generator) unbalanced() string {
	return strings.Repeat([]string{"[", "{", "]", "}", `{"a":`, `[{"":`, `"`}[g.r.IntN(7)], 1+2*g.r.IntN(3000))
}

func (g *Generator) nothing() string { return strings.Repeat(" ", g.r.IntN(2)*g.r.IntN(50)) }
