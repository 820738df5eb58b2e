package protocol

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFramesAreRebuiltFieldByField(t *testing.T) {
	call := func(id float64, args string) Call {
		return Call{ID: id, Global: "g", Name: "n", Args: json.RawMessage(args)}
	}
	failed := func(kind string) Done { return Done{Error: &DoneError{Kind: kind, Message: "m"}} }
	cases := []struct {
		name, line string
		want       Frame // nil: dropped
	}{
		{"boot-ack without its extras", `{"type":"boot-ack","x":1}`, BootAck{}}, // seed: 270
		{"white space around everything", " { \"type\" : \"boot-ack\" }\r", BootAck{}},

		{"log", `{"type":"log","text":"a\u00e9"}`, Log{Text: "aé"}},                                                       // seed: 271
		{"log without text", `{"type":"log"}`, nil},                                                                       // seed: 271
		{"log with a number as text", `{"type":"log","text":1}`, nil},                                                     // seed: 271
		{"log with null as text", `{"type":"log","text":null}`, nil},                                                      // seed: 271
		{"truncated", `{"type":"log","text":"","truncated":true}`, Log{Truncated: true}},                                  // seed: 272
		{"truncated 1", `{"type":"log","text":"","truncated":1}`, Log{}},                                                  // seed: 272
		{"truncated yes", `{"type":"log","text":"t","truncated":"yes"}`, Log{Text: "t"}},                                  // seed: 204, 272
		{"truncated as a string", `{"type":"log","text":"","truncated":"true"}`, Log{}},                                   // seed: 272
		{"truncated false", `{"type":"log","text":"","truncated":false}`, Log{}},                                          // seed: 272
		{"open", `{"type":"log","text":"a","open":true}`, Log{Text: "a", Open: true}},                                     // seed: 292
		{"open 1", `{"type":"log","text":"a","open":1}`, Log{Text: "a"}},                                                  // seed: 292
		{"open null", `{"type":"log","text":"a","open":null}`, Log{Text: "a"}},                                            // seed: 292
		{"open and truncated", `{"type":"log","text":"","open":true,"truncated":true}`, Log{Truncated: true, Open: true}}, // seed: 292
		{"a lone surrogate in a text is WTF-8", `{"type":"log","text":"\ud800"}`, Log{Text: "\xed\xa0\x80"}},
		{"a pair in a text is its character", `{"type":"log","text":"\ud83d\ude00"}`, Log{Text: "😀"}},

		{"call", `{"type":"call","id":0,"global":"g","name":"n","args":{"a":[1,"x"]}}`, call(0, `{"a":[1,"x"]}`)},             // seed: 273
		{"call with null", `{"type":"call","id":1,"global":"g","name":"n","args":null}`, call(1, `null`)},                     // seed: 273
		{"call without its extras", `{"x":{},"args":1,"name":"n","global":"g","id":2,"type":"call","ok":true}`, call(2, `1`)}, // seed: 273
		{"call without args", `{"type":"call","id":0,"global":"g","name":"n"}`, nil},                                          // seed: 273
		{"call without id", `{"type":"call","global":"g","name":"n","args":null}`, nil},                                       // seed: 273
		{"call with a string as id", `{"type":"call","id":"0","global":"g","name":"n","args":null}`, nil},                     // seed: 273
		{"call with null as id", `{"type":"call","id":null,"global":"g","name":"n","args":null}`, nil},                        // seed: 273
		{"call without global", `{"type":"call","id":0,"name":"n","args":null}`, nil},                                         // seed: 273
		{"call with a number as global", `{"type":"call","id":0,"global":1,"name":"n","args":null}`, nil},                     // seed: 273
		{"call without name", `{"type":"call","id":0,"global":"g","args":null}`, nil},                                         // seed: 273
		{"call with a list as name", `{"type":"call","id":0,"global":"g","name":["n"],"args":null}`, nil},                     // seed: 273
		{"args become canonical", `{"type":"call","id":0,"global":"g","name":"n","args": [ 1.0 , "\u0061\/" ] }`, call(0, `[1,"a/"]`)},
		{"args keep their duplicates", `{"type":"call","id":0,"global":"g","name":"n","args":{"a":1,"a":2}}`, call(0, `{"a":1,"a":2}`)},
		{"args keep lone surrogates", `{"type":"call","id":0,"global":"g","name":"n","args":"\uD800"}`, call(0, `"\ud800"`)}, // seed: 185
		{"finite numbers in args", `{"type":"call","id":0,"global":"g","name":"n","args":[0,1.5]}`, call(0, `[0,1.5]`)},      // seed: 277
		{"infinity in args", `{"type":"call","id":0,"global":"g","name":"n","args":[1e400]}`, nil},                           // seed: 277
		{"minus infinity in args", `{"type":"call","id":0,"global":"g","name":"n","args":{"a":-1e400}}`, nil},                // seed: 277
		{"negative zero in args", `{"type":"call","id":0,"global":"g","name":"n","args":[-0]}`, nil},                         // seed: 277
		{"negative zero with a point in args", `{"type":"call","id":0,"global":"g","name":"n","args":[-0.0]}`, nil},          // seed: 277
		{"infinite id", `{"type":"call","id":1e400,"global":"g","name":"n","args":null}`, nil},                               // seed: 277
		{"negative zero as id", `{"type":"call","id":-0,"global":"g","name":"n","args":null}`, nil},                          // seed: 278
		{"negative zero with a point as id", `{"type":"call","id":-0.0,"global":"g","name":"n","args":null}`, nil},           // seed: 278
		{"zero with a point as id", `{"type":"call","id":0.0,"global":"g","name":"n","args":null}`, call(0, `null`)},         // seed: 278
		{"zero with an exponent as id", `{"type":"call","id":0e0,"global":"g","name":"n","args":null}`, call(0, `null`)},     // seed: 278
		{"fractional id", `{"type":"call","id":0.5,"global":"g","name":"n","args":null}`, call(0.5, `null`)},
		{"large id", `{"type":"call","id":1e300,"global":"g","name":"n","args":null}`, call(1e300, `null`)},

		{"done with a value", `{"type":"done","value":{"a":1}}`, Done{Value: json.RawMessage(`{"a":1}`)}},               // seed: 274
		{"done with null", `{"type":"done","value":null}`, Done{Value: json.RawMessage(`null`)}},                        // seed: 274
		{"done with nothing", `{"type":"done"}`, Done{}},                                                                // seed: 63, 274
		{"exception", `{"type":"done","error":{"kind":"exception","message":"m"}}`, failed("exception")},                // seed: 274
		{"invalid-output", `{"type":"done","error":{"kind":"invalid-output","message":"m"}}`, failed("invalid-output")}, // seed: 274
		{"output-limit", `{"type":"done","error":{"kind":"output-limit","message":"m"}}`, failed("output-limit")},       // seed: 274
		{"timeout", `{"type":"done","error":{"kind":"timeout","message":"m"}}`, failed("timeout")},                      // seed: 295
		{"error without its extras", `{"type":"done","error":{"stack":[],"message":"m","kind":"exception","x":1}}`, failed("exception")},
		{"value and error", `{"type":"done","value":1,"error":{"kind":"exception","message":"m"}}`, // seed: 274
			Done{Value: json.RawMessage(`1`), Error: &DoneError{Kind: "exception", Message: "m"}}},
		{"error of kind abort", `{"type":"done","error":{"kind":"abort","message":"m"}}`, nil},                               // seed: 274
		{"error of kind worker-exit", `{"type":"done","error":{"kind":"worker-exit","message":"m"}}`, nil},                   // seed: 274
		{"error without kind", `{"type":"done","error":{"message":"m"}}`, nil},                                               // seed: 274
		{"error null", `{"type":"done","value":1,"error":null}`, nil},                                                        // seed: 275
		{"error as a string", `{"type":"done","value":1,"error":"exception"}`, nil},                                          // seed: 275
		{"error as a list", `{"type":"done","error":["exception","m"]}`, nil},                                                // seed: 275
		{"error without message", `{"type":"done","value":1,"error":{"kind":"exception"}}`, nil},                             // seed: 275
		{"error with a number as message", `{"type":"done","error":{"kind":"exception","message":1}}`, nil},                  // seed: 275
		{"error with a list as kind", `{"type":"done","error":{"kind":["exception"],"message":"m"}}`, nil},                   // seed: 275
		{"infinity in a value is for the meter", `{"type":"done","value":[1e400]}`, Done{Value: json.RawMessage(`[1e400]`)}}, // seed: 88, 279
		{"negative zero in a value is for the meter", `{"type":"done","value":-0}`, Done{Value: json.RawMessage(`-0`)}},      // seed: 279
		{"a value comes as it was spelled", `{"type":"done","value": [ 1.0 , 2 ] }`, Done{Value: json.RawMessage(`[ 1.0 , 2 ]`)}},

		{"empty", ``, nil},
		{"null", `null`, nil},                               // seed: 276
		{"array", `[{"type":"boot-ack"}]`, nil},             // seed: 276
		{"string", `"boot-ack"`, nil},                       // seed: 276
		{"number", `1`, nil},                                // seed: 276
		{"empty object", `{}`, nil},                         // seed: 276
		{"unknown type", `{"type":"reply"}`, nil},           // seed: 174, 276
		{"host frame", `{"type":"run","program":"x"}`, nil}, // seed: 276
		{"type as a list", `{"type":["boot-ack"]}`, nil},    // seed: 276
		{"type null", `{"type":null}`, nil},                 // seed: 276
		{"junk", `not json`, nil},                           // seed: 174
		{"half a frame", `{"type":"boot-ack"`, nil},         // seed: 174
		{"two frames", `{"type":"boot-ack"}{"type":"boot-ack"}`, nil},
		{"junk in a member nobody reads", `{"type":"boot-ack","x":tru}`, nil},
		{"a bracket left open", `{"type":"boot-ack","x":[}`, nil},
		{"a value left out", `{"type":"boot-ack","x":}`, nil},
		{"a trailing comma", `{"type":"boot-ack",}`, nil},

		{"another spelling of type", `{"\u0074\u0079\u0070\u0065":"\u0062oot-ack"}`, BootAck{}},
		{"names are exact", `{"Type":"boot-ack"}`, nil},
		{"names are not trimmed", `{"type ":"boot-ack"}`, nil},
		{"types are exact", `{"type":"Boot-Ack"}`, nil},
		{"own members only", `{"__proto__":{"type":"boot-ack"}}`, nil},                                               // seed: 282
		{"own members of a call only", `{"type":"call","id":0,"global":"g","name":"n","__proto__":{"args":1}}`, nil}, // seed: 282
		{"the last of two types counts", `{"type":"log","type":"boot-ack"}`, BootAck{}},
		{"the last of two values counts", `{"type":"done","value":1,"value":2}`, Done{Value: json.RawMessage(`2`)}},
		{"the last of two kinds counts", `{"type":"done","error":{"kind":"x","message":"m","kind":"timeout"}}`, failed("timeout")},
		{"the last of two errors counts", `{"type":"done","error":null,"error":{"kind":"timeout","message":"m"}}`, failed("timeout")},

		{"illegal byte in a value", "{\"type\":\"done\",\"value\":\"\xff\"}", nil}, // seed: 119
		{"illegal byte in a member nobody reads", "{\"type\":\"boot-ack\",\"x\":\"\xff\"}", nil},
		{"encoded surrogate", "{\"type\":\"log\",\"text\":\"\xed\xa0\x80\"}", nil},
		{"overlong encoding", "{\"type\":\"log\",\"text\":\"\xc0\xaf\"}", nil},
		{"half a character", "{\"type\":\"log\",\"text\":\"\xe4\xb8\"}", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, ok := Decode([]byte(c.line))
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want != nil, ok)
		})
	}
}

func TestLinesWithUnsafeIntegersAreDropped(t *testing.T) { // seed: 179, 283
	cases := []struct {
		token string
		kept  bool
	}{
		{`9007199254740991`, true},                  // seed: 283
		{`9007199254740992`, true},                  // seed: 283
		{`18446744073709551616`, true},              // seed: 283
		{`9007199254740993`, false},                 // seed: 283
		{`-9007199254740993`, false},                // seed: 283
		{strings.Repeat("9", 400), false},           // seed: 283
		{`9007199254740993.0`, true},                // seed: 283
		{`9007199254740993e0`, true},                // seed: 283
		{`9e99`, true},                              // seed: 283
		{`"9007199254740993"`, true},                // seed: 283
		{`"\"9007199254740993"`, true},              // seed: 283
		{`"\\",9007199254740993,"\\"`, false},       // seed: 283
		{`{"9007199254740993":0}`, true},            // seed: 283
		{`{"a":{"b":[[9007199254740993]]}}`, false}, // seed: 283
	}
	frames := []string{
		`{"type":"done","value":[%s]}`,
		`{"type":"call","id":0,"global":"g","name":"n","args":[%s]}`,
		`{"x":[%s],"type":"boot-ack"}`,
		`{"type":"log","text":"","x":[%s]}`,
		`{"type":"done","error":{"kind":"exception","message":"m","x":[%s]}}`,
	}
	for _, c := range cases {
		for _, frame := range frames {
			_, ok := Decode(fmt.Appendf(nil, frame, c.token))
			assert.Equal(t, c.kept, ok, frame, c.token)
		}
	}
	_, ok := Decode([]byte(`{"type":"call","id":9007199254740993,"global":"g","name":"n","args":1}`))
	assert.False(t, ok, "as an id")
}

func TestDepthAndWidthAreNotLimited(t *testing.T) {
	const depth, width = 100_000, 2_000_000
	deep := func(inner string) string { return strings.Repeat("[", depth) + inner + strings.Repeat("]", depth) }
	deepObjects := func(inner string) string {
		return strings.Repeat(`{"a":`, depth) + inner + strings.Repeat("}", depth)
	}
	wide := func(inner string) string {
		return "[" + strings.Repeat("0,", width/2) + inner + strings.Repeat(",0", width/2) + "]"
	}
	wideObject := func(inner string) string {
		return "{" + strings.Repeat(`"k":0,`, 100_000) + `"k":` + inner + strings.Repeat(`,"k":0`, 100_000) + "}"
	}
	for _, c := range []struct {
		name string
		text func(inner string) string
	}{
		{"100,000 levels of lists", deep},          // seed: 280
		{"100,000 levels of objects", deepObjects}, // seed: 280
		{"2,000,000 elements", wide},               // seed: 281
		{"200,000 members", wideObject},            // seed: 281
	} {
		t.Run(c.name, func(t *testing.T) {
			call := func(inner string) []byte {
				return []byte(`{"type":"call","id":0,"global":"g","name":"n","args":` + c.text(inner) + `}`)
			}
			frame, ok := Decode(call("1.5"))
			require.True(t, ok)
			require.True(t, c.text("1.5") == string(frame.(Call).Args))
			for _, number := range []string{"1e400", "-0.0", "9007199254740993"} {
				_, ok = Decode(call(number))
				assert.False(t, ok, number)
			}
			frame, ok = Decode([]byte(`{"type":"done","value":` + c.text("-0") + `}`))
			require.True(t, ok)
			_, err := MeterDone(frame.(Done), MaxFrameBytes)
			assert.ErrorIs(t, err, ErrNotLossless)
		})
	}
}

func TestArgsThatGrowBeyondAFrameAreDropped(t *testing.T) {
	args := func(text int) []byte { // 309 digits and five bytes of punctuation come on top
		return []byte(`{"type":"call","id":0,"global":"g","name":"n","args":["` + strings.Repeat("x", text) + `",1e308]}`)
	}
	frame, ok := Decode(args(MaxFrameBytes - 314))
	require.True(t, ok)
	assert.Len(t, frame.(Call).Args, MaxFrameBytes)
	_, ok = Decode(args(MaxFrameBytes - 313))
	assert.False(t, ok)
}

func TestOnlyTheValueOfDoneAliasesTheLine(t *testing.T) {
	overwrite := func(line []byte) {
		for i := range line {
			line[i] = 'X'
		}
	}
	line := []byte(`{"type":"call","id":0,"global":"tools","name":"search","args":["a"]}`)
	frame, ok := Decode(line)
	require.True(t, ok)
	overwrite(line)
	assert.Equal(t, Call{Global: "tools", Name: "search", Args: json.RawMessage(`["a"]`)}, frame)

	line = []byte(`{"type":"log","text":"output"}`)
	frame, ok = Decode(line)
	require.True(t, ok)
	overwrite(line)
	assert.Equal(t, Log{Text: "output"}, frame)

	line = []byte(`{"type":"done","value":["a"],"error":{"kind":"timeout","message":"late"}}`)
	frame, ok = Decode(line)
	require.True(t, ok)
	value, err := MeterDone(frame.(Done), 100)
	require.NoError(t, err)
	overwrite(line)
	assert.Equal(t, &DoneError{Kind: "timeout", Message: "late"}, frame.(Done).Error)
	assert.Equal(t, `["a"]`, string(value))
	assert.Equal(t, `XXXXX`, string(frame.(Done).Value))
}

func TestTextsDecodedFromEscapesDoNotPinTheirSource(t *testing.T) {
	const characters = 1 << 20
	line := []byte(`{"type":"log","text":"` + strings.Repeat(`\u0000`, characters) + `"}`) // seed: 246
	before := heapInUse()
	frame, ok := Decode(line)
	require.True(t, ok)
	after := heapInUse()
	assert.Len(t, frame.(Log).Text, characters)
	assert.Less(t, after-before, int64(2*characters))
	runtime.KeepAlive(line)
}

// heapInUse is the size of what is reachable.
func heapInUse() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestIDsAreComparedAsNumbers(t *testing.T) {
	for token, want := range map[string]float64{"1": 1, "1.0": 1, "10e-1": 1, "-1": -1, "0.1": 0.1, "1e-400": 0, "9007199254740992": 1 << 53, "1.7976931348623157e308": math.MaxFloat64} {
		frame, ok := Decode([]byte(`{"type":"call","id":` + token + `,"global":"g","name":"n","args":null}`))
		require.True(t, ok, token)
		assert.Equal(t, want, frame.(Call).ID, token)
	}
}
