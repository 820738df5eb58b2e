package protocol

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strayRead is one read from a pipe; end stands for its end.
type strayRead struct {
	pipe Pipe
	text string
	end  bool
}

func strayOut(text string) strayRead { return strayRead{pipe: Stdout, text: text} }
func strayErr(text string) strayRead { return strayRead{pipe: Stderr, text: text} }

func TestStrayOutputBecomesOneEntryPerLine(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	marker := TruncationMarker
	reads := func(r ...strayRead) []strayRead { return r }
	cases := []struct {
		name  string
		max   int
		reads []strayRead
		want  []string
	}{
		{"both pipes", 100, reads(strayOut("a\n"), strayErr("b\n")), []string{"a", "b"}},                                                                 // seed: 242
		{"a line without a newline", 1 << 20, reads(strayOut(long)), []string{long}},                                                                     // seed: 66
		{"three lines in one read", 100, reads(strayOut("one\ntwo\nthree")), []string{"one", "two", "three"}},                                            // seed: 67
		{"the order of each pipe", 100, reads(strayOut("1\n2"), strayErr("a\n"), strayOut("\n3\n"), strayErr("b\n")), []string{"1", "a", "2", "3", "b"}}, // seed: 68
		{"a line in pieces", 100, reads(strayOut("a"), strayErr("x"), strayOut("b"), strayOut("c\n"), strayErr("y\n")), []string{"abc", "xy"}},
		{"blank lines", 100, reads(strayOut("\n\na\n")), []string{"", "", "a"}},
		{"no output", 100, reads(strayOut(""), strayErr("")), nil},
		{"carriage returns are text", 100, reads(strayOut("a\r\nb\rc\n")), []string{"a\r", "b\rc"}},
		{"text as it is", 100, reads(strayOut("\t\"\\\x01é\n")), []string{"\t\"\\\x01é"}},                                               // seed: 76
		{"what is left at the end", 100, reads(strayOut("a"), strayRead{pipe: Stdout, end: true}, strayErr("b\n")), []string{"a", "b"}}, // seed: 167

		{"characters in pieces", 100, reads(strayOut("é中😀"[:1]), strayOut("é中😀"[1:3]), strayOut("é中😀"[3:6]), strayOut("é中😀"[6:8]), strayOut("é中😀"[8:]+"\n")), []string{"é中😀"}}, // seed: 239
		{"characters in pieces on two pipes", 100, reads(strayOut("\xe4"), strayErr("\xf0\x9f"), strayOut("\xb8\xad\n"), strayErr("\x98\x80\n")), []string{"中", "😀"}},          // seed: 239
		{"a character in pieces at the end of the budget", 64, reads(strayOut(long[:57]+"\xe4"), strayOut("\xb8"), strayOut("\xad")), []string{long[:57] + "中"}},               // seed: 266
		{"half a character at the end", 100, reads(strayOut("a\xe4\xb8")), []string{"a\uFFFD"}},                                                                                // seed: 240
		{"half a character before a newline", 100, reads(strayOut("a\xf0\x9f\x98\nb\n")), []string{"a\uFFFD", "b"}},
		{"an orphaned lead byte", 100, reads(strayOut("\xe4A\n")), []string{"\uFFFDA"}},                               // seed: 75
		{"an orphaned lead byte in another read", 100, reads(strayOut("\xe4"), strayOut("A\n")), []string{"\uFFFDA"}}, // seed: 75
		{"illegal bytes, one for each maximal subpart", 100, reads(strayOut("\xff\xfe\xc0\xaf\xe4\xb8x\xf0\x80\n")), []string{"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDx\uFFFD\uFFFD"}},
		{"encoded surrogates are three of them", 100, reads(strayOut("\xed\xa0\x80\n")), []string{"\uFFFD\uFFFD\uFFFD"}}, // seed: 266

		{"a second line after truncation", 64, reads(strayOut(long + "\nsecond\n")), []string{marker(64)}}, // seed: 74
		{"60 characters fit", 64, reads(strayOut(long[:60] + "\n")), []string{long[:60]}},
		{"60 characters fit in pieces", 64, reads(strayOut(long[:30]), strayOut(long[:30]), strayOut("\n")), []string{long[:60]}},
		{"61 do not", 64, reads(strayOut(long[:61] + "\n")), []string{marker(64)}},
		{"61 do not in pieces", 64, reads(strayOut(long[:30]), strayOut(long[:31])), []string{marker(64)}},
		{"zero left and no text", 64, reads(strayOut(long[:60]+"\n"), strayErr("")), []string{long[:60]}},
		{"zero left and text", 64, reads(strayOut(long[:60]+"\n"), strayErr("x")), []string{long[:60], marker(64)}},
		{"NULs are charged six each", 4096, reads(strayOut(strings.Repeat("\x00", 4000))), []string{marker(4096)}},                                  // seed: 71
		{"681 NULs fit 4096", 4096, reads(strayOut(strings.Repeat("\x00", 682)[:681])), []string{strings.Repeat("\x00", 681)}},                      // seed: 71
		{"illegal bytes are charged three each", 64, reads(strayOut(strings.Repeat("\xff", 21))), []string{marker(64)}},                             // seed: 266
		{"20 illegal bytes fit", 64, reads(strayOut(strings.Repeat("\xff", 20))), []string{strings.Repeat("\uFFFD", 20)}},                           // seed: 266
		{"20 bytes of encoded surrogates fit", 64, reads(strayOut(strings.Repeat("\xed\xa0\x80", 7)[:20])), []string{strings.Repeat("\uFFFD", 20)}}, // seed: 266
		{"21 do not", 64, reads(strayOut(strings.Repeat("\xed\xa0\x80", 7))), []string{marker(64)}},                                                 // seed: 266
		{"a line of 20 NULs does not", 64, reads(strayOut(strings.Repeat("\x00", 20) + "\n")), []string{marker(64)}},
		{"the pipes share the budget", 64, reads(strayOut(long[:40]), strayErr(long[:40])), []string{long[:40], marker(64)}},
		{"the flooding pipe is the one that is cut", 64, reads(strayErr("diagnosis"), strayOut(long)), []string{"diagnosis", marker(64)}},
		{"a complete line goes before a partial one", 64, reads(strayErr(long[:40]), strayOut(long[:30]+"\n")), []string{long[:30], marker(64)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := NewLedger(c.max, nil)
			for _, read := range c.reads {
				if read.end {
					l.EndStray(read.pipe)
				}
				l.Stray(read.pipe, []byte(read.text))
			}
			l.Close()
			assert.Equal(t, c.want, l.Entries())
			requireWithinBudget(t, c.max, l.Entries())
		})
	}
}

func TestStrayFloodsAreCutWhileTheyRun(t *testing.T) {
	t.Run("in large reads", func(t *testing.T) { // seed: 69
		l := NewLedger(4096, nil)
		for range 32 {
			l.Stray(Stdout, bytes.Repeat([]byte("x"), 65536))
		}
		assert.Equal(t, []string{TruncationMarker(4096)}, l.Entries(), "before the end of the pipe")
		assert.Empty(t, l.stray[0].raw)
	})
	t.Run("in reads of one byte", func(t *testing.T) { // seed: 70, 266
		const max = 65536
		l := NewLedger(max, nil)
		for range 200_000 {
			l.Stray(Stdout, []byte("x"))
			require.LessOrEqual(t, cap(l.stray[0].raw), 2*max)
		}
		assert.Equal(t, []string{TruncationMarker(max)}, l.Entries())
	})
	t.Run("of illegal bytes", func(t *testing.T) { // seed: 266
		l := NewLedger(4096, nil)
		for range 4096 {
			l.Stray(Stdout, []byte("\xe4"))
			require.LessOrEqual(t, len(l.stray[0].raw), 4096/3+3)
		}
		assert.Equal(t, []string{TruncationMarker(4096)}, l.Entries())
	})
}

func TestFramesAndStrayOutputShareOneBudget(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	t.Run("stray output after truncation is dropped", func(t *testing.T) { // seed: 203
		l := NewLedger(64, nil)
		l.Log(logLine("a"))
		l.Log(Log{Truncated: true})
		l.Stray(Stdout, []byte("stray\n"))
		l.Close()
		assert.Equal(t, []string{"a", TruncationMarker(64)}, l.Entries())
	})
	t.Run("an open entry is committed when stray output overflows", func(t *testing.T) {
		l := NewLedger(64, nil)
		l.Log(logOpen("held"))
		l.Stray(Stderr, []byte(x(100)))
		assert.Equal(t, []string{"held", TruncationMarker(64)}, l.Entries())
	})
	t.Run("a frame may take what pending stray output needed", func(t *testing.T) {
		l := NewLedger(64, nil)
		l.Stray(Stdout, []byte(x(40)))
		l.Log(logLine(x(50)))
		l.Stray(Stdout, []byte("y"))
		l.Close()
		assert.Equal(t, []string{x(50), TruncationMarker(64)}, l.Entries())
	})
	t.Run("an open entry and a stray line", func(t *testing.T) {
		l := NewLedger(64, nil)
		l.Log(logOpen("a"))
		l.Stray(Stdout, []byte("stray\n"))
		l.Log(logLine("b"))
		l.Close()
		assert.Equal(t, []string{"stray", "ab"}, l.Entries())
	})
}
