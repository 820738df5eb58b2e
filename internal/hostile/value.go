package hostile

import "strings"

// A value is JSON text as it goes over the wire, and as the contract spells it.
type value struct{ spelled, canonical string }

// numbers are spellings of numbers that are lossless, each with the one of the contract.
var numbers = []value{
	{"0", "0"}, {"0.0", "0"}, {"0e9", "0"}, {"1e-400", "0"}, {"1", "1"}, {"-1", "-1"}, {"1.0", "1"}, {"100e-2", "1"},
	{"1E2", "100"}, {"1e+2", "100"}, {"12.50e1", "125"}, {"0.10", "0.1"}, {"123.4560", "123.456"}, {"-2.5E-8", "-2.5e-8"},
	{"1e-6", "0.000001"}, {"0.0000001", "1e-7"}, {"1e-07", "1e-7"}, {"4.9e-324", "5e-324"}, {"9007199254740992", "9007199254740992"},
	{"9007199254740993.0", "9007199254740992"}, {"-9007199254740991", "-9007199254740991"}, {"1e21", "1000000000000000000000"},
	{"1152921504606846976", "1152921504606846976"}, {"18446744073709551616", "18446744073709551616"},
}

// lossy are numbers that a call must not carry. A frame with the last three is none at all.
var lossy = []string{"-0", "-0.0", "-0e5", "1e400", "-1e400", "1e309", "9007199254740993", "-9007199254740993", strings.Repeat("9", 400)}

// inexact are the integers among them.
var inexact = lossy[len(lossy)-3:]

// broken is text that stands where a value should, and is none.
var broken = []string{
	"NaN", "Infinity", "-Infinity", "undefined", "01", "1.", ".5", "+1", "-", "1e", "1e+", "0x1", "'a'", `"\u12"`, `"\uD8"`, `"\q"`, `"\`, "\"\x01\"",
	"\"\t\"", "tru", "nul", "True", "[1,]", "[,1]", "[1 2]", "[1", `{"a":1,}`, `{a:1}`, `{"a"}`, `{"a":}`, `{"a",1}`, `{1:1}`, "[}", "{]", "1/**/", "\ufeff1", "\u00a01", "\x0c1", "",
}

// value makes a value that is nested at most so deep.
func (g *Generator) value(depth int) value {
	switch pick := g.r.IntN(10); {
	case pick < 1:
		word := []string{"null", "true", "false"}[g.r.IntN(3)]
		return value{word, word}
	case pick < 4:
		return numbers[g.r.IntN(len(numbers))]
	case pick < 7 || depth == 0:
		t := g.text(12)
		return value{t.spelled, t.canonical}
	case pick < 9:
		return g.list("[", "]", depth, func() value { return value{} })
	}
	return g.list("{", "}", depth, func() value {
		name := g.text(6)
		return value{name.spelled + g.space() + ":" + g.space(), name.canonical + ":"}
	})
}

func (g *Generator) list(begin, end string, depth int, head func() value) value {
	var spelled, canonical strings.Builder
	spelled.WriteString(begin + g.space())
	canonical.WriteString(begin)
	for i := range g.r.IntN(5) {
		if i > 0 {
			spelled.WriteString("," + g.space())
			canonical.WriteByte(',')
		}
		name := head()
		item := g.value(depth - 1)
		spelled.WriteString(name.spelled + item.spelled + g.space())
		canonical.WriteString(name.canonical + item.canonical)
	}
	spelled.WriteString(end)
	canonical.WriteString(end)
	return value{spelled.String(), canonical.String()}
}

// deep is an array in an array, and so on.
func (g *Generator) deep() value {
	n := 1 + g.r.IntN(5000)
	nested := strings.Repeat("[", n) + strings.Repeat("]", n)
	return value{nested, nested}
}

// space is white space, most often none.
func (g *Generator) space() string {
	if !g.one(10) {
		return ""
	}
	return []string{" ", "\t", "\r", "   "}[g.r.IntN(4)]
}
