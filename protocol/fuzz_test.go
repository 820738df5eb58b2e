package protocol

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzCanonical holds Canonical against encoding/json, and against itself: its
// output is a fixed point, and the limit is exact.
func FuzzCanonical(f *testing.F) {
	for _, text := range []string{`null`, ` [ 1.0 , "\u0061\ud83d\ude00\ud800" ] `, `{"a":{"b":[-0,1e400,9007199254740993]}}`, `{"a":1,"a":2}`,
		`[1e-7,0.000001,1e21,1152921504606846976,5e-324,2.4703282292062327208e-324]`, `"\b\t\n\f\r\/\\\""`, `[[[[]]]]`, `[1,]`, "\"\xed\xa0\x80\"", `"\ud83d\ud83d\ude00"`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// encoding/json limits the depth, and is asked only about what is certainly within.
		comparable := bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) <= 10_000
		got, err := Canonical(nil, text, -1)
		if comparable && utf8.Valid(text) {
			require.Equal(t, json.Valid(text), err != ErrSyntax)
		}
		if err != nil {
			require.Empty(t, got)
			for limit := range 20 {
				_, limited := Canonical(nil, text, limit)
				require.Error(t, limited)
			}
			return
		}
		again, err := Canonical(nil, got, len(got))
		require.NoError(t, err)
		require.Equal(t, string(got), string(again))
		again, err = Canonical([]byte("kept"), text, len(got))
		require.NoError(t, err)
		require.Equal(t, "kept"+string(got), string(again))
		_, err = Canonical(nil, text, len(got)-1)
		require.ErrorIs(t, err, ErrTooLarge)

		if !comparable {
			return
		}
		require.True(t, json.Valid(got))
		var want, value any
		require.NoError(t, json.Unmarshal(text, &want))
		require.NoError(t, json.Unmarshal(got, &value))
		require.Equal(t, want, value)
	})
}

// FuzzDecode checks what callers rely on in whatever Decode lets through.
func FuzzDecode(f *testing.F) {
	for _, line := range []string{`{"type":"boot-ack"}`, `{"type":"call","id":0,"global":"g","name":"n","args":{"a":[1,"x"]}}`,
		`{"type":"log","text":"\ud800a","open":true,"truncated":true}`, `{"type":"done","value":[1e400]}`,
		`{"type":"done","error":{"kind":"timeout","message":"m"}}`, `{"\u0074ype":"c\u0061ll","id":0.0,"global":"","name":"","args":-0}`, `{"type":"log","type":"done","x":9007199254740993}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		source := bytes.Clone(line)
		frame, ok := Decode(line)
		require.Equal(t, source, line, "the line is only read")
		require.Equal(t, ok, frame != nil)
		if !ok {
			return
		}
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &members))
		var kind string
		require.NoError(t, json.Unmarshal(members["type"], &kind))
		texts := func(texts ...string) {
			for _, text := range texts {
				quoted := appendQuoted(nil, text)
				require.True(t, utf8.Valid(quoted))
				require.Equal(t, text, unquote(quoted), "text is WTF-8")
			}
		}
		switch frame := frame.(type) {
		case BootAck:
			require.Equal(t, "boot-ack", kind)
		case Call:
			require.Equal(t, "call", kind)
			require.True(t, lossless(frame.ID))
			again, err := Canonical(nil, frame.Args, len(frame.Args))
			require.NoError(t, err)
			require.Equal(t, string(frame.Args), string(again))
			texts(frame.Global, frame.Name)
		case Log:
			require.Equal(t, "log", kind)
			texts(frame.Text)
		case Done:
			require.Equal(t, "done", kind)
			require.Equal(t, frame.Error != nil, members["error"] != nil)
			require.Equal(t, frame.Value != nil, members["value"] != nil)
			if frame.Value != nil {
				require.True(t, json.Valid(frame.Value))
			}
			if frame.Error != nil {
				texts(frame.Error.Kind, frame.Error.Message)
			}
		}
	})
}

// FuzzReader checks that the frames do not depend on how the stream is cut into reads.
func FuzzReader(f *testing.F) {
	f.Add([]byte("a\nbc\n\nd"), []byte{1, 2, 3}, uint8(8))
	f.Add([]byte("12345678\n123456789\nx\n"), []byte{0, 5}, uint8(8))
	f.Add([]byte("\n\n\n"), []byte{}, uint8(1))
	f.Fuzz(func(t *testing.T, stream, cuts []byte, most uint8) {
		limit := max(int(most), 1)
		var want []string
		over := false
		lines := strings.Split(string(stream), "\n")
		for i, line := range lines {
			if over = len(line) > limit; over {
				break
			}
			if i < len(lines)-1 && line != "" {
				want = append(want, line)
			}
		}
		var got []string
		var err error
		r := &Reader{Max: limit}
		for rest, i := stream, 0; len(rest) > 0 && err == nil; i++ {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, int(cuts[i%len(cuts)])+1)
			}
			chunk := bytes.Clone(rest[:n])
			err = r.Feed(chunk, func(line []byte) { got = append(got, string(line)) })
			clear(chunk)
			rest = rest[n:]
			require.LessOrEqual(t, cap(r.partial), max(limit, keptBuffer))
		}
		require.Equal(t, want, got)
		require.Equal(t, over, err != nil)
	})
}

// FuzzLedger feeds frames and stray output and holds the entries to the budget.
// Each byte of script chooses what happens to the next piece of text.
func FuzzLedger(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4}, "some text\nin lines\n", uint16(64))
	f.Add([]byte{1, 1, 1, 0}, "\x00\x01é中\xed\xa0\x80\xff", uint16(64))
	f.Add([]byte{2, 3, 2, 3}, "\xe4\xb8\xad\xf0\x9f\x98\x80\n\n\xe4A", uint16(200))
	f.Add([]byte{0, 5}, "abc", uint16(1))
	f.Fuzz(func(t *testing.T, script []byte, text string, size uint16) {
		limit := max(int(size), 1)
		var streamed []string
		l := NewLedger(limit, func(entry string) { streamed = append(streamed, entry) })
		for i, step := range script {
			piece := text[i%(len(text)+1):]
			piece = piece[:min(len(piece), int(step>>3))]
			switch step & 7 {
			case 0:
				l.Log(Log{Text: piece})
			case 1:
				l.Log(Log{Text: piece, Open: true})
			case 2:
				l.Stray(Stdout, []byte(piece))
			case 3:
				l.Stray(Stderr, []byte(piece))
			case 4:
				l.EndStray(Stdout)
			case 5:
				l.Log(Log{Truncated: step == 5})
			default:
				l.Stray(Stdout, []byte(piece+"\n"))
			}
			require.GreaterOrEqual(t, l.remaining, 0)
			require.LessOrEqual(t, len(l.held)+len(l.stray[0].raw)+len(l.stray[1].raw), 2*limit)
			for _, line := range l.stray {
				cost, covered := strayCost(line.raw)
				require.Equal(t, cost, line.cost)
				require.Equal(t, covered, line.metered)
			}
		}
		l.Close()
		require.Equal(t, l.Entries(), streamed)
		requireWithinBudget(t, limit, l.Entries())
	})
}

// FuzzStray checks that entries do not depend on how a pipe is cut into reads,
// as long as the budget suffices.
func FuzzStray(f *testing.F) {
	f.Add([]byte("one\ntwo\nthree"), []byte{1})
	f.Add([]byte("\xe4\xb8\xad\xf0\x9f\x98\x80\xed\xa0\x80\xffA\n"), []byte{0, 1, 2})
	f.Fuzz(func(t *testing.T, output, cuts []byte) {
		whole, pieces := NewLedger(1<<20, nil), NewLedger(1<<20, nil)
		whole.Stray(Stdout, output)
		whole.Close()
		for rest, i := output, 0; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, int(cuts[i%len(cuts)])+1)
			}
			pieces.Stray(Stdout, rest[:n])
			rest = rest[n:]
		}
		pieces.Close()
		require.Equal(t, whole.Entries(), pieces.Entries())
	})
}
