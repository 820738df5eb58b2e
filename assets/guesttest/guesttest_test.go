package guesttest

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheGuestKeepsItsPromisesOnThisMachinesPython(t *testing.T) {
	for name, pure := range map[string]bool{"all of it in Python": true, "with what there is in C": false} {
		t.Run(name, func(t *testing.T) {
			request := NewRequest(t, pure)
			input, err := json.Marshal(request)
			require.NoError(t, err)
			script := Runner(t) + "\nimport json\nprint(json.dumps(run(**json.loads(sys.stdin.buffer.read()))))"
			command := exec.CommandContext(t.Context(), "python3", "-I", "-c", script)
			command.Stdin = bytes.NewReader(input)
			var stdout, stderr bytes.Buffer
			command.Stdout, command.Stderr = &stdout, &stderr
			require.NoError(t, command.Run(), "it takes a python3 of 3.10 or later: %s", &stderr)
			request.Check(t, stdout.Bytes())
		})
	}
}
