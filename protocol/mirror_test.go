package protocol_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/protocol"
)

// mirror is what the guest says of the wire, and what it does with it.
type mirror struct {
	FD     int
	Marker string
	Calls  int
	Frames map[string]fields

	// Of the boot frame that it was given: the globals that come of it, the error that a call
	// raises, and the name of the function on it.
	Names, Failure, Member string
	// The frames that it writes.
	Written []json.RawMessage
}

// fields are the fields of a frame besides its type, as the guest's table has them.
type fields map[string]field

type field struct {
	Type     string
	Required bool
}

// guestMirror loads the guest as it is loaded for a run and asks it.
func guestMirror(t *testing.T) mirror {
	t.Helper()
	script := `
import json, sys
codes = {}
for name in ("loader", "protocol", "jsontext", "stream", "ledger", "calls", "bindings", "program", "diagnostic", "session"):
    with open(f"../assets/guest/{name}.py", encoding="utf-8") as file:
        codes[name] = compile(file.read(), name, "exec", dont_inherit=True)
codes["mirror"] = compile("from coderuntime_guest import bindings, calls, diagnostic, ledger, protocol", "mirror", "exec")
loader = {"__name__": "loader"}
exec(codes["loader"], loader)
guest = loader["load"](codes, "mirror")
p = guest["protocol"]

written = bytearray(p.BOOT_ACK + p.UNRENDERABLE_DONE + p.OUT_OF_MEMORY_DONE)
written += guest["diagnostic"].error_frame("timeout", "why")
ledger = guest["ledger"].Ledger(written.extend)
ledger.open(100)
stream, _ = guest["ledger"].open_stream(ledger)
print("open", end="", file=stream, flush=True)
print(" and closed", "x" * 100, sep="\n", file=stream)

def write(fd, line):
    written.extend(line)
    return len(line)

boot = json.loads(sys.stdin.readline())
names = guest["bindings"].build(boot["namespaces"], guest["calls"].Calls(guest["calls"].Channel(write=write)))
try:
    names["tools"].echo({1: 2}).send(None)
except Exception as error:
    failure, member = type(error).__name__, error.toolName
import asyncio
async def call():
    asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)
    await names["tools"].echo([1])
try:
    asyncio.run(call())
except asyncio.CancelledError:
    pass

print(json.dumps({
    "FD": p.FD, "Marker": p.truncation_marker(65536), "Calls": p.MAX_OUTSTANDING_CALLS,
    "Frames": {kind: {name: {"Type": f[0], "Required": f[1]} for name, f in fields.items()}
               for kind, fields in p.FRAMES.items()},
    "Names": " ".join(sorted(names)), "Failure": failure, "Member": member,
    "Written": [json.loads(line) for line in written.splitlines()],
}))`
	command := exec.CommandContext(t.Context(), "python3", "-I", "-c", script)
	command.Stdin = bytes.NewReader(protocol.AppendBoot(nil, protocol.Boot{Namespaces: []protocol.Namespace{{
		Global: "tools", Names: []string{"echo"},
		ErrorClass: &protocol.ErrorClass{Name: "ToolError", MemberNameProperty: "toolName"},
	}}}))
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	require.NoError(t, err, "%s", &stderr)
	var m mirror
	require.NoError(t, json.Unmarshal(out, &m))
	return m
}

func TestBothEndsAgreeOnTheNumbersOfTheWire(t *testing.T) { // seed: 296
	m := guestMirror(t)
	assert.Equal(t, protocol.FD, m.FD)
	assert.Equal(t, protocol.TruncationMarker(65536), m.Marker)
	assert.Equal(t, 1024, m.Calls)
}

func TestBothEndsHaveTheSameFrames(t *testing.T) { // seed: 297
	frames := guestMirror(t).Frames
	structs := map[string]any{
		"boot": protocol.Boot{}, "run": protocol.Run{}, "reply": protocol.Reply{},
		"boot-ack": protocol.BootAck{}, "call": protocol.Call{}, "log": protocol.Log{}, "done": protocol.Done{},
	}
	for kind, frame := range structs {
		// The host's names for the fields are those of the wire, in Go's spelling.
		host, guest := map[string]string{}, map[string]string{}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(frame)) {
			host[strings.ToLower(f.Name)] = typeOfField(f.Type)
		}
		for name, f := range frames[kind] {
			guest[strings.ToLower(name)] = f.Type
		}
		assert.Equal(t, host, guest, kind)
		assert.Contains(t, frames, kind)
	}
	assert.Len(t, frames, len(structs))
}

// typeOfField is the guest's word for the type of a field of the host.
func typeOfField(t reflect.Type) string {
	if t == reflect.TypeFor[json.RawMessage]() {
		return "any"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "int"
	case reflect.String:
		return "str"
	case reflect.Bool:
		return "bool"
	case reflect.Slice:
		return "list"
	case reflect.Pointer:
		return "object"
	}
	return t.String()
}

func TestTheHostWritesTheFieldsThatTheGuestReads(t *testing.T) { // seed: 297
	frames := guestMirror(t).Frames
	for kind, lines := range map[string][][]byte{
		"boot": {
			protocol.AppendBoot(nil, protocol.Boot{}),
			protocol.AppendBoot(nil, protocol.Boot{Namespaces: make([]protocol.Namespace, 2)}),
		},
		"run": {protocol.AppendRun(nil, protocol.Run{})},
		"reply": {
			protocol.AppendReply(nil, protocol.Reply{OK: true}),
			protocol.AppendReply(nil, protocol.Reply{OK: true, Value: json.RawMessage(`[]`)}),
			valueReply(t, `"x"`),
			protocol.AppendReply(nil, protocol.Reply{Message: "no"}),
		},
	} {
		seen := map[string]int{}
		for _, line := range lines {
			written := map[string]any{}
			require.NoError(t, json.Unmarshal(line, &written))
			assert.Equal(t, kind, written["type"])
			delete(written, "type")
			for name, value := range written {
				field, known := frames[kind][name]
				require.True(t, known, "%s.%s is not in the guest's table", kind, name)
				assert.Contains(t, []string{typeOfValue(value), "any"}, field.Type, "%s.%s", kind, name)
				seen[name]++
			}
		}
		for name, field := range frames[kind] {
			if field.Required {
				assert.Equal(t, len(lines), seen[name], "%s.%s must always be there", kind, name)
			} else {
				assert.NotZero(t, seen[name], "%s.%s is never written", kind, name)
				assert.Less(t, seen[name], len(lines), "%s.%s is always written, and may as well be required", kind, name)
			}
		}
	}
}

func TestAReplyHasAValueOrAMessageAndNeverBoth(t *testing.T) { // seed: 297
	for line, fields := range map[string][]string{
		string(protocol.AppendReply(nil, protocol.Reply{OK: true})):                                   {"id", "ok", "type", "value"},
		string(protocol.AppendReply(nil, protocol.Reply{OK: true, Value: json.RawMessage(`1`)})):      {"id", "ok", "type", "value"},
		string(protocol.AppendReply(nil, protocol.Reply{Value: json.RawMessage(`1`), Message: "no"})): {"id", "message", "ok", "type"},
		string(valueReply(t, `1`)): {"id", "ok", "type", "value"},
	} {
		written := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(line), &written))
		assert.Equal(t, fields, slices.Sorted(maps.Keys(written)), line)
	}
}

func valueReply(t *testing.T, value string) []byte {
	line, err := protocol.AppendValueReply(nil, 1, []byte(value))
	require.NoError(t, err)
	return line
}

// typeOfValue is the guest's word for the type of a decoded value.
func typeOfValue(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case float64:
		return "int"
	case string:
		return "str"
	case bool:
		return "bool"
	case []any:
		return "list"
	}
	return "object"
}

func TestTheGuestUnderstandsTheNamespacesThatTheHostWrites(t *testing.T) { // seed: 297
	m := guestMirror(t)
	assert.Equal(t, "ToolError tools", m.Names)
	assert.Equal(t, "ToolError", m.Failure)
	assert.Equal(t, "echo", m.Member)
}

// samples has a value of each type, by the guest's words for them. The object is one that says how a
// program failed.
var samples = map[string]string{
	"int": "7", "str": `"x"`, "bool": "true", "list": "[1]", "object": `{"kind":"exception","message":"x"}`, "null": "null",
}

func TestTheHostTakesTheFieldsThatTheGuestWrites(t *testing.T) { // seed: 297
	frames := guestMirror(t).Frames
	for _, kind := range []string{"boot-ack", "call", "log", "done"} {
		table := frames[kind]
		whole := map[string]string{}
		for name, field := range table {
			whole[name] = samples[field.Type]
			if field.Type == "any" {
				whole[name] = samples["list"]
			}
		}
		frame, ok := decodeFields(kind, whole, "", "")
		require.True(t, ok, "%s", kind)
		decoded := reflect.ValueOf(frame)
		for i := range decoded.NumField() {
			assert.False(t, decoded.Field(i).IsZero(), "the guest's table has no %s.%s", kind, decoded.Type().Field(i).Name)
		}
		for name, field := range table {
			without, ok := decodeFields(kind, whole, name, "")
			assert.Equal(t, !field.Required, ok, "%s without %s", kind, name)
			assert.NotEqual(t, frame, without, "the host does not look at %s.%s", kind, name)
			for word, sample := range samples {
				with, ok := decodeFields(kind, whole, name, sample)
				// What is optional and of a wrong type is as if it were not there, or drops the frame.
				taken := ok && !reflect.DeepEqual(with, without)
				assert.Equal(t, field.Type == word || field.Type == "any", taken, "%s.%s as %s", kind, name, word)
			}
		}
	}
}

// decodeFields decodes a frame with the fields, but with another value for one of them, or without it.
func decodeFields(kind string, whole map[string]string, change, to string) (protocol.Frame, bool) {
	parts := []string{`"type":"` + kind + `"`}
	for name, value := range whole {
		if name == change {
			value = to
		}
		if value != "" {
			parts = append(parts, `"`+name+`":`+value)
		}
	}
	slices.Sort(parts)
	return protocol.Decode([]byte("{" + strings.Join(parts, ",") + "}"))
}

func TestTheHostDemandsAKindAndAMessageOfAFailure(t *testing.T) { // seed: 297
	for text, taken := range map[string]bool{
		`{"kind":"exception","message":""}`:             true,
		`{"kind":"timeout","message":"x"}`:              true,
		`{"kind":"exception"}`:                          false,
		`{"message":"x"}`:                               false,
		`{"kind":"exception","message":1}`:              false,
		`{"kind":1,"message":"x"}`:                      false,
		`{"kind":"abort","message":"x"}`:                false,
		`{"kind":"exception","message":"x","other":[]}`: true,
	} {
		_, ok := protocol.Decode([]byte(`{"type":"done","error":` + text + `}`))
		assert.Equal(t, taken, ok, text)
	}
}

func TestTheHostUnderstandsWhatTheGuestWrites(t *testing.T) { // seed: 297
	var frames []protocol.Frame
	for _, line := range guestMirror(t).Written {
		frame, ok := protocol.Decode(line)
		require.True(t, ok, "%s", line)
		frames = append(frames, frame)
	}
	assert.Equal(t, []protocol.Frame{
		protocol.BootAck{},
		protocol.Done{Error: &protocol.DoneError{Kind: "exception", Message: "<unrenderable>"}},
		protocol.Done{Error: &protocol.DoneError{Kind: "exception", Message: "MemoryError"}},
		protocol.Done{Error: &protocol.DoneError{Kind: "timeout", Message: "why"}},
		protocol.Log{Text: "open", Open: true},
		protocol.Log{Text: " and closed"},
		protocol.Log{Text: protocol.TruncationMarker(100), Truncated: true},
		protocol.Call{ID: 0, Global: "tools", Name: "echo", Args: json.RawMessage(`[1]`)},
	}, frames)
}
