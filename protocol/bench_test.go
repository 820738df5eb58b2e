package protocol

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// benchTexts names the workloads of the benchmarks of JSON text: honest
// ones first, then what a forger would send to burn the host's time.
var benchTexts = []struct{ name, text string }{
	{"SmallArgs", `{"query":"hello world","limit":10,"tags":["a","b"]}`},
	{"ASCIIString1MiB", `"` + strings.Repeat("lorem ipsum dolor ", 1<<20/18) + `"`},
	{"UnicodeString1MiB", `"` + strings.Repeat("日本語テキスト、", 1<<20/24) + `"`},
	{"EscapedString1MiB", `"` + strings.Repeat(`line of code\n\t\"x\"`, 1<<20/19) + `"`},
	{"Integers1MiB", "[" + strings.Repeat("123,", 1<<18) + "0]"},
	{"Zeros1MiB", "[" + strings.Repeat("0,", 1<<19) + "0]"},
	{"Floats1MiB", "[" + strings.Repeat("0.1234567,", 1<<20/10) + "0]"},
	{"Records1MiB", "[" + strings.Repeat(`{"id":12,"name":"ada","ok":true},`, 1<<20/33) + "null]"},
	{"Indented1MiB", "[" + strings.Repeat("\n    {\n        \"id\": 12\n    },", 1<<20/30) + "null]"},
	{"Depth1MiB", strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19)},
	{"HostileEscapes1MiB", `"` + strings.Repeat(`\u0041`, 1<<20/6) + `"`},
	{"HostilePairs1MiB", `"` + strings.Repeat(`\ud83d\ude00`, 1<<20/12) + `"`},
	{"HostileIntegers1MiB", "[" + strings.Repeat("1"+strings.Repeat("0", 22)+",", 1<<20/24) + "0]"},
	{"HostileExactDigits1MiB", "[" + strings.Repeat("1e308,", 1<<20/310) + "0]"},
	{"HostileHalfway1MiB", "[" + strings.Repeat("9007199254740993.00000000000000000001e280,", 1<<20/42) + "0]"},
	{"HostileTiny1MiB", "[" + strings.Repeat("2.4703282292062327208e-324,", 1<<20/27) + "0]"},
	{"HostileLongToken1MiB", "[0." + strings.Repeat("1", 1<<20) + "]"},
	{"HostileLongTokens1MiB", "[" + strings.Repeat("0.5"+strings.Repeat("0", 760)+"1,", 1<<20/765) + "0]"},
}

func BenchmarkCanonical(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			text := []byte(c.text)
			dst := make([]byte, 0, 2*len(text))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Canonical(dst, text, -1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	frames := []struct{ name, line string }{
		{"BootAck", `{"type":"boot-ack"}`},
		{"Call", `{"type":"call","id":7,"global":"tools","name":"search","args":{"query":"hello world","limit":10}}`},
		{"Log", `{"type":"log","text":"hello 42"}`},
		{"Done", `{"type":"done","value":{"answer":42}}`},
		{"Call1MiB", `{"type":"call","id":7,"global":"tools","name":"search","args":` + benchTexts[1].text + `}`},
		{"Junk1MiB", `{"type":"junk","x":` + benchTexts[7].text + `}`},
	}
	for _, c := range frames {
		b.Run(c.name, func(b *testing.B) {
			line := []byte(c.line)
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				Decode(line)
			}
		})
	}
}

func BenchmarkReader(b *testing.B) {
	stream := bytes.Repeat([]byte(`{"type":"log","text":"hello 42"}`+"\n"), 2000)
	for _, c := range []struct {
		name string
		size int
	}{{"Whole", len(stream)}, {"Chunks64", 64}, {"Bytes", 1}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				var r Reader
				for rest := stream; len(rest) > 0; {
					n := min(c.size, len(rest))
					_ = r.Feed(rest[:n], func([]byte) {})
					rest = rest[n:]
				}
			}
		})
	}
}

func BenchmarkLedger(b *testing.B) {
	line := bytes.Repeat([]byte("a line of output\n"), 64)
	b.Run("Log", func(b *testing.B) {
		l := NewLedger(math.MaxInt, nil)
		frame := Log{Text: "a line of output"}
		b.ReportAllocs()
		for b.Loop() {
			l.Log(frame)
			l.entries = l.entries[:0]
		}
	})
	b.Run("Stray", func(b *testing.B) {
		l := NewLedger(math.MaxInt, nil)
		b.SetBytes(int64(len(line)))
		b.ReportAllocs()
		for b.Loop() {
			l.Stray(Stdout, line)
			l.entries = l.entries[:0]
		}
	})
}
