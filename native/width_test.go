//go:build linux

package native

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"coderuntime"
)

func TestAFrameOfMillionsOfNamesCostsTheHostABoundedAmountOfMemory(t *testing.T) { // seed: 9
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Grace: quickGrace}})
	host := coderuntime.Namespace{Global: "host", Functions: map[string]coderuntime.Function{
		"take": func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, nil },
	}}
	const wide = forge + `
def wide(start, end):
    forge(start)
    names = b"".join(b'"%07x":0,' % n for n in range(50_000))
    for _ in range(110): forge(names)
    forge(b'"last":0' + end + b"\n")
`
	grown := heapDuring(func() {
		runProgram(t, r, wide+`wide(b'{"type":"call","id":0,"global":"host","name":"take","args":{', b'}}')`, host)
	})
	t.Logf("the heap grew by %d MiB", grown/coderuntime.MiB)
	assert.Less(t, grown, 256*coderuntime.MiB)
}
