package bench_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/bench"
)

func TestEveryWorkloadGivesItsAnswerOnBothBackends(t *testing.T) {
	for _, w := range bench.Workloads() {
		for _, subject := range []string{"wasm", "native"} {
			t.Run(subject+"/"+w.Name, func(t *testing.T) {
				rt, err := session.Runtime(t.Context(), subject)
				require.NoError(t, err)
				result, err := rt.Run(t.Context(), coderuntime.Request{Program: w.Program})
				require.NoError(t, err)
				require.Nil(t, result.Failure)
				assert.JSONEq(t, w.Answer, string(result.Value))
				assert.Empty(t, result.Logs)
			})
		}
	}
}

func TestEveryWorkloadSaysWhatItDoesAndWhatItMustAnswer(t *testing.T) {
	list := bench.Workloads()
	assert.GreaterOrEqual(t, len(list), 15)
	for _, w := range list {
		assert.Regexp(t, `^[A-Z].*\.$`, w.About, w.Name)
		assert.True(t, json.Valid([]byte(w.Answer)), w.Name)
	}
}
