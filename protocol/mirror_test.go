package protocol_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/protocol"
)

// mirror is what the guest says of the wire.
type mirror struct {
	FD     int
	Marker string
	Calls  int
	Frames map[string]map[string]struct {
		Type     string
		Required bool
	}
}

func guestMirror(t *testing.T) mirror {
	t.Helper()
	script := `
import json, sys
sys.path.insert(0, "../assets/guest")
import protocol as p
print(json.dumps({
    "FD": p.FD, "Marker": p.truncation_marker(65536), "Calls": p.MAX_OUTSTANDING_CALLS,
    "Frames": {kind: {name: {"Type": f[0], "Required": f[1]} for name, f in fields.items()}
               for kind, fields in p.FRAMES.items()},
}))`
	out, err := exec.Command("python3", "-c", script).Output()
	require.NoError(t, err)
	var m mirror
	require.NoError(t, json.Unmarshal(out, &m))
	return m
}

func TestBothEndsAgreeOnTheNumbersOfTheWire(t *testing.T) {
	m := guestMirror(t)
	assert.Equal(t, protocol.FD, m.FD)
	assert.Equal(t, protocol.TruncationMarker(65536), m.Marker)
	assert.Equal(t, 1024, m.Calls)
}

func TestTheHostWritesTheFieldsThatTheGuestReads(t *testing.T) {
	frames := guestMirror(t).Frames
	for kind, lines := range map[string][][]byte{
		"boot": {protocol.AppendBoot(nil, protocol.Boot{})},
		"run":  {protocol.AppendRun(nil, protocol.Run{})},
		"reply": {
			protocol.AppendReply(nil, protocol.Reply{OK: true}),
			protocol.AppendReply(nil, protocol.Reply{Message: "no"}),
		},
	} {
		seen := map[string]int{}
		for _, line := range lines {
			var fields map[string]any
			require.NoError(t, json.Unmarshal(line, &fields))
			assert.Equal(t, kind, fields["type"])
			delete(fields, "type")
			for name, value := range fields {
				field, known := frames[kind][name]
				require.True(t, known, "%s.%s is not in the guest's table", kind, name)
				assert.Contains(t, jsonTypes(value), field.Type, "%s.%s", kind, name)
				seen[name]++
			}
		}
		for name, field := range frames[kind] {
			if field.Required {
				assert.Equal(t, len(lines), seen[name], "%s.%s must always be there", kind, name)
			} else {
				assert.NotZero(t, seen[name], "%s.%s is never written", kind, name)
			}
		}
	}
}

func TestTheHostDemandsTheFieldsThatTheGuestWrites(t *testing.T) {
	samples := map[string]string{"int": "0", "str": `"x"`, "bool": "true", "any": "[1]"}
	for _, kind := range []string{"boot-ack", "call", "log"} {
		fields := guestMirror(t).Frames[kind]
		whole := func(leaveOut, change, to string) []byte {
			parts := []string{`"type":"` + kind + `"`}
			for name, field := range fields {
				switch name {
				case leaveOut:
				case change:
					parts = append(parts, `"`+name+`":`+to)
				default:
					parts = append(parts, `"`+name+`":`+samples[field.Type])
				}
			}
			return []byte("{" + strings.Join(parts, ",") + "}")
		}
		_, ok := protocol.Decode(whole("", "", ""))
		require.True(t, ok, "%s", whole("", "", ""))
		for name, field := range fields {
			_, ok := protocol.Decode(whole(name, "", ""))
			assert.Equal(t, !field.Required, ok, "%s without %s", kind, name)
			if field.Required && field.Type != "any" {
				_, ok = protocol.Decode(whole("", name, "{}"))
				assert.False(t, ok, "%s with a %s of another type", kind, name)
			}
		}
	}
}

// jsonTypes are the guest's words for the type of a decoded value.
func jsonTypes(value any) []string {
	switch value.(type) {
	case float64:
		return []string{"int", "any"}
	case string:
		return []string{"str", "any"}
	case bool:
		return []string{"bool", "any"}
	case []any, nil:
		return []string{"list", "any"}
	}
	return []string{"object", "any"}
}
