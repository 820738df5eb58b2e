package wasm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/assets/guesttest"
)

func TestTheGuestKeepsItsPromisesInside(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Value: coderuntime.MiB}})
	for name, pure := range map[string]bool{"all of it in Python": true, "with what there is in C": false} {
		t.Run(name, func(t *testing.T) {
			request := guesttest.NewRequest(t, pure)
			result, err := r.Run(t.Context(), coderuntime.Request{Program: request.Program(t)})
			require.NoError(t, err)
			require.Nil(t, result.Failure, "%v", result.Failure)
			assert.Empty(t, result.Logs)
			request.Check(t, result.Value)
		})
	}
}
