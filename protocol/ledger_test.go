package protocol

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func logLine(text string) Log { return Log{Text: text} }
func logOpen(text string) Log { return Log{Text: text, Open: true} }

func repeatLog(n int, frame Log) []Log {
	frames := make([]Log, n)
	for i := range frames {
		frames[i] = frame
	}
	return frames
}

func logFrames(parts ...any) (frames []Log) {
	for _, part := range parts {
		switch part := part.(type) {
		case Log:
			frames = append(frames, part)
		case []Log:
			frames = append(frames, part...)
		}
	}
	return frames
}

func TestLogFramesBecomeEntries(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	marker := TruncationMarker
	cases := []struct {
		name   string
		max    int
		frames []Log
		want   []string
	}{
		{"one entry per line", 100, logFrames(logLine("a b"), logLine("c")), []string{"a b", "c"}}, // seed: 64
		{"blank lines are entries", 100, logFrames(logLine(""), logLine("")), []string{"", ""}},
		{"no frame", 100, nil, nil},

		{"a flushed tail and its line are one entry", 64, logFrames(logOpen("a"), logLine("b")), []string{"ab"}},                           // seed: 102
		{"an open entry without its end", 65536, logFrames(logOpen("1"), repeatLog(3000, logOpen("a"))), []string{"1" + a(3000)}},          // seed: 103
		{"an open entry at the end", 64, logFrames(logOpen("tail")), []string{"tail"}},                                                     // seed: 104
		{"an empty continuation", 64, logFrames(logOpen("x"), logOpen(""), logLine("y")), []string{"xy"}},                                  // seed: 105
		{"many continuations", 65536, logFrames(logOpen("x"), repeatLog(3000, logOpen("a")), logLine("y")), []string{"x" + a(3000) + "y"}}, // seed: 106
		{"a flood of open parts", 64, repeatLog(2000, logOpen("a")), []string{a(60), marker(64)}},                                          // seed: 107
		{"a long open prefix is committed before the marker", 65536, // seed: 108
			logFrames(repeatLog(3000, logOpen("a")), logOpen(a(70_000))), []string{a(3000), marker(65536)}},
		{"what was flushed survives the overflow of its line", 64, logFrames(logOpen("committed"), logLine(a(100))), []string{"committed", marker(64)}}, // seed: 109
		{"the end of an entry after the flood", 64, logFrames(repeatLog(2000, logOpen("a")), logLine("b"), logOpen("c")), []string{a(60), marker(64)}},  // seed: 110
		{"an open entry is charged as one", 64, logFrames(repeatLog(16, logOpen("a")), logLine("")), []string{a(16)}},                                   // seed: 111
		{"30 flushed and 25 more", 64, logFrames(logOpen(a(30)), logLine(a(25))), []string{a(55)}},                                                      // seed: 112
		{"61 open characters", 64, logFrames(logOpen(a(61))), []string{marker(64)}},                                                                     // seed: 113
		{"60 open characters", 64, logFrames(logOpen(a(60))), []string{a(60)}},                                                                          // seed: 113
		{"30 flushed and 30 more fit exactly", 64, logFrames(logOpen(a(30)), logLine(a(30))), []string{a(60)}},                                          // seed: 114
		{"29 flushed and 30 more", 64, logFrames(logOpen(a(29)), logLine(a(30))), []string{a(59)}},                                                      // seed: 115
		{"a new open entry without room", 64, logFrames(logOpen(a(28)), logLine(a(31)), logOpen("b")), []string{a(59), marker(64)}},                     // seed: 116
		{"40 flushed and 40 more", 64, logFrames(logOpen(a(40)), logLine(a(40))), []string{a(40), marker(64)}},                                          // seed: 117
		{"an open entry of nothing", 64, logFrames(logOpen(""), logLine("")), []string{""}},
		{"the end of an entry ends it", 100, logFrames(logOpen("a"), logLine("b"), logLine("c")), []string{"ab", "c"}},

		{"60 characters are kept", 64, logFrames(logLine(a(60))), []string{a(60)}},                                                     // seed: 217
		{"61 characters are not", 64, logFrames(logLine(a(61))), []string{marker(64)}},                                                 // seed: 217
		{"the ledger lands on zero and text is left", 64, logFrames(logLine(a(60)), logLine("b")), []string{a(60), marker(64)}},        // seed: 216
		{"the ledger lands on zero and a blank line is left", 64, logFrames(logLine(a(60)), logLine("")), []string{a(60), marker(64)}}, // seed: 216
		{"the ledger lands on zero", 64, logFrames(logLine(a(28)), logLine(a(29))), []string{a(28), a(29)}},                            // seed: 216
		{"nothing comes after the marker", 64, logFrames(logLine(a(61)), logLine("b"), logOpen("c")), []string{marker(64)}},
		{"the smallest budget", 1, logFrames(logLine("")), []string{marker(1)}},

		{"10 NULs fit 64", 64, logFrames(logLine(strings.Repeat("\x00", 10))), []string{strings.Repeat("\x00", 10)}}, // seed: 247
		{"11 NULs do not", 64, logFrames(logLine(strings.Repeat("\x00", 11))), []string{marker(64)}},                 // seed: 247
		{"lines of NULs", 256, repeatLog(500, logLine(strings.Repeat("\x00", 10))), // seed: 219
			append(strings.Split(strings.Repeat(strings.Repeat("\x00", 10)+"\n", 4), "\n")[:4], marker(256))},
		{"4 MiB of NULs", 65536, logFrames(logLine(strings.Repeat("\x00", 4<<20))), []string{marker(65536)}},                                    // seed: 246
		{"1000 lone surrogates are charged as escapes", 4096, logFrames(logLine(strings.Repeat("\xed\xa0\x80", 1000))), []string{marker(4096)}}, // seed: 73
		{"a lone surrogate is stored as a replacement", 64, logFrames(logLine("a\xed\xa0\x80b")), []string{"a\uFFFDb"}},
		{"10 lone surrogates fit 64", 64, logFrames(logLine(strings.Repeat("\xed\xa0\x80", 10))), []string{strings.Repeat("\uFFFD", 10)}},
		{"11 do not", 64, logFrames(logLine(strings.Repeat("\xed\xa0\x80", 11))), []string{marker(64)}},
		{"halves of a pair in two parts", 64, logFrames(logOpen("\xed\xa0\xbd"), logLine("\xed\xb8\x80")), []string{"\uFFFD\uFFFD"}},
		{"quotes and backslashes cost two", 64, logFrames(logLine(strings.Repeat(`"\`, 15)), logLine("")), []string{strings.Repeat(`"\`, 15), marker(64)}},
		{"everything else costs its bytes", 64, logFrames(logLine(strings.Repeat("中", 20))), []string{strings.Repeat("中", 20)}},

		{"truncated by the guest", 64, logFrames(logLine("a"), Log{Truncated: true}), []string{"a", marker(64)}},
		{"two truncations make one marker", 64, logFrames(Log{Text: "x", Truncated: true}, Log{Text: "y", Truncated: true}), []string{marker(64)}}, // seed: 204
		{"the text of a truncation is discarded", 64, logFrames(Log{Text: a(1 << 20), Truncated: true}), []string{marker(64)}},                     // seed: 205
		{"truncated with an open entry", 64, logFrames(logOpen("a"), Log{Truncated: true}), []string{"a", marker(64)}},
		{"truncated and open", 64, logFrames(logOpen("a"), Log{Text: "b", Truncated: true, Open: true}, logLine("c")), []string{"a", marker(64)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var streamed []string
			l := NewLedger(c.max, func(entry string) { streamed = append(streamed, entry) })
			for _, frame := range c.frames {
				l.Log(frame)
			}
			l.Close()
			assert.Equal(t, c.want, l.Entries())
			assert.Equal(t, l.Entries(), streamed)
			requireWithinBudget(t, c.max, l.Entries())
		})
	}
}

// requireWithinBudget holds the entries before the marker, as one JSON array,
// to the budget.
func requireWithinBudget(t *testing.T, maxLogBytes int, entries []string) {
	t.Helper()
	kept := entries
	for i, entry := range entries {
		require.True(t, utf8.ValidString(entry), "%q", entry)
		if entry == TruncationMarker(maxLogBytes) {
			require.Len(t, entries, i+1, "the marker is the last entry")
			kept = entries[:i]
		}
	}
	array := []byte{'['}
	for i, entry := range kept {
		if i > 0 {
			array = append(array, ',')
		}
		array = appendQuoted(array, entry)
	}
	array = append(array, ']')
	require.True(t, json.Valid(array))
	if len(kept) > 0 {
		require.LessOrEqual(t, len(array), maxLogBytes)
	}
}

func TestBlankLinesAreBounded(t *testing.T) { // seed: 238
	l := NewLedger(64, nil)
	for range 10_000 {
		l.Log(logLine(""))
	}
	l.Close()
	assert.Len(t, l.Entries(), 22)
	assert.Equal(t, TruncationMarker(64), l.Entries()[21])
}

func TestEntriesAreStreamedWhenTheyAreFinal(t *testing.T) {
	var streamed []string
	l := NewLedger(100, func(entry string) { streamed = append(streamed, entry) })
	l.Log(logOpen("a"))
	l.Stray(Stdout, []byte("par"))
	assert.Empty(t, streamed)
	l.Log(logLine("b"))
	assert.Equal(t, []string{"ab"}, streamed)
	l.Stray(Stdout, []byte("tial\n"))
	assert.Equal(t, []string{"ab", "partial"}, streamed)
	l.Log(logOpen("c"))
	l.Close()
	l.Close()
	assert.Equal(t, []string{"ab", "partial", "c"}, streamed)
	l.Log(logLine("late"))
	l.Stray(Stdout, []byte("late\n"))
	l.EndStray(Stdout)
	assert.Equal(t, []string{"ab", "partial", "c"}, l.Entries())
}

func TestTextThatCannotFitIsNotLookedAt(t *testing.T) { // seed: 246
	text := strings.Repeat("\x00", 4<<20)
	l := NewLedger(65536, nil)
	allocations := testing.AllocsPerRun(1, func() {
		l.closed, l.entries = false, nil
		l.Log(logLine(text))
	})
	assert.LessOrEqual(t, allocations, 4.0)
}
