package protocol

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConstantsOfTheWire(t *testing.T) { // seed: 296
	assert.Equal(t, 3, FD)
	assert.Equal(t, 67_108_864, MaxFrameBytes)
	assert.Equal(t, 67_108_800, MaxFrameBytes-FrameEnvelopeBytes)
	assert.Less(t, len(`{"type":"log","text":"","truncated":true}`), FrameEnvelopeBytes)
	assert.Equal(t, "[coderuntime] log capture truncated at 65536 bytes", TruncationMarker(65536)) // seed: 269
	assert.Equal(t, "[coderuntime] log capture truncated at 1 bytes", TruncationMarker(1))         // seed: 269
}

func TestHostFrames(t *testing.T) { // seed: 297
	boot := Boot{CPUSeconds: 60, AddressSpaceBytes: 512 << 20, MaxLogBytes: 65536, MaxValueBytes: 32768}
	bound := boot
	bound.Namespaces = []Namespace{
		{Global: "tools", Names: []string{"search", `a "b"`}, ErrorClass: &ErrorClass{Name: "ToolError", MemberNameProperty: "toolName"}},
		{Global: "empty"},
	}
	cases := []struct {
		name, want string
		got        []byte
	}{
		{"boot", `{"type":"boot","cpuSeconds":60,"addressSpaceBytes":536870912,"maxLogBytes":65536,"maxValueBytes":32768,"namespaces":[]}`, AppendBoot(nil, boot)},
		{"boot with namespaces", `{"type":"boot","cpuSeconds":60,"addressSpaceBytes":536870912,"maxLogBytes":65536,"maxValueBytes":32768,"namespaces":[` +
			`{"global":"tools","names":["search","a \"b\""],"errorClass":{"name":"ToolError","memberNameProperty":"toolName"}},` +
			`{"global":"empty","names":[]}]}`, AppendBoot(nil, bound)},
		{"run", `{"type":"run","program":"print(\"a\")\n# <é😀>\u0000"}`, AppendRun(nil, Run{Program: "print(\"a\")\n# <é😀>\x00"})},
		{"a value", `{"type":"reply","id":7,"ok":true,"value":[1]}`, AppendReply(nil, Reply{ID: 7, OK: true, Value: json.RawMessage(`[1]`)})},
		{"no value", `{"type":"reply","id":0,"ok":true,"value":null}`, AppendReply(nil, Reply{OK: true})},
		{"an error", `{"type":"reply","id":0,"ok":false,"message":"no\n"}`, AppendReply(nil, Reply{Message: "no\n"})},
		{"an error without text", `{"type":"reply","id":0,"ok":false,"message":""}`, AppendReply(nil, Reply{Value: json.RawMessage(`1`)})},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want+"\n", string(c.got))
			assert.True(t, json.Valid(c.got))
		})
	}
	assert.Equal(t, "kept"+string(AppendRun(nil, Run{Program: "1"})), string(AppendRun([]byte("kept"), Run{Program: "1"})))
}

func TestAValueReplyIsOneLine(t *testing.T) {
	frame, err := AppendValueReply([]byte("kept"), 3, []byte("{\n \"a\": 1.0\n}\n"))
	require.NoError(t, err)
	assert.Equal(t, `kept{"type":"reply","id":3,"ok":true,"value":{"a":1}}`+"\n", string(frame))

	frame, err = AppendValueReply(nil, 3, nil)
	require.NoError(t, err)
	assert.Equal(t, `{"type":"reply","id":3,"ok":true,"value":null}`+"\n", string(frame))

	for text, want := range map[string]error{"": ErrSyntax, "[1,": ErrSyntax, "[-0]": ErrNotLossless, "NaN": ErrSyntax, "1e999": ErrNotLossless} {
		frame, err = AppendValueReply([]byte("kept"), 3, []byte(text))
		assert.ErrorIs(t, err, want, text)
		assert.Equal(t, "kept", string(frame))
	}
}

func TestStringsOnTheWire(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"nothing to escape", "aé中😀\x7f\u2028<>&/", `"aé中😀` + "\x7f\u2028" + `<>&/"`},
		{"escapes", "\"\\\b\t\n\f\r\x00\x1f", `"\"\\\b\t\n\f\r\u0000\u001f"`},
		{"lone surrogates", "\xed\xa0\x80a\xed\xbf\xbf", `"\ud800a\udfff"`},
		{"a pair spelled out becomes its character", "\xed\xa0\xbd\xed\xb8\x80", `"😀"`},
		{"two high surrogates and a low one", "\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80", `"\ud83d😀"`},
		{"illegal bytes", "a\xffb\xc0\xafc\xe4\xb8", `"a` + "\uFFFD" + `b` + "\uFFFD\uFFFD" + `c` + "\uFFFD" + `"`},
		{"the replacement character itself", "\uFFFD", `"` + "\uFFFD" + `"`},
		{"half a surrogate", "\xed\xa0", `"` + "\uFFFD\uFFFD" + `"`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := appendQuoted(nil, c.text)
			assert.Equal(t, c.want, string(got))
			canonical, err := Canonical(nil, got, -1)
			require.NoError(t, err)
			assert.Equal(t, string(got), string(canonical))
		})
	}
}

func TestQuotedCostIsTheLengthOnTheWire(t *testing.T) {
	for _, text := range []string{"", "abc", "é中😀", "\"\\\b\t\n\f\r\x00\x1f\x7f", "\xed\xa0\x80", "a\xed\xbf\xbfb\x00", "\xff\xc0\xe4\xb8", "\xf0\x9f\x98"} {
		assert.Equal(t, len(appendQuoted(nil, text))-2, quotedCost(text), "%q", text)
		assert.GreaterOrEqual(t, quotedCost(text), len(text), "%q", text)
	}
}

func TestIllegalBytesAreReplacedAsUnicodeRecommends(t *testing.T) { // seed: 266
	r := func(n int) string { return strings.Repeat(replacement, n) }
	// Unicode 16.0, tables 3-8 to 3-11; the last row continues them.
	for text, want := range map[string]string{
		"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82A":       r(8) + "A",
		"\xED\xA0\x80\xED\xBF\xBF\xED\xAFA":       r(8) + "A",
		"\xF4\x91\x92\x93\xFFA\x80\xBFB":          r(5) + "A" + r(2) + "B",
		"\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA":       r(4) + "A",
		"\xC2A\xE0\xA0A\xF0\x90\x80A\xF4\x8F\xBF": r(1) + "A" + r(1) + "A" + r(1) + "A" + r(1),
	} {
		assert.Equal(t, want, decodeUTF8([]byte(text)), "%q", text)
	}
}
