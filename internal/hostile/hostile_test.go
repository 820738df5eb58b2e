package hostile_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/internal/hostile"
	"coderuntime/protocol"
)

// play gives a stream to a session as a backend does, without a program.
func play(t *testing.T, s *hostile.Stream) {
	t.Helper()
	var mu sync.Mutex
	var calls []string
	var served sync.WaitGroup
	served.Add(len(s.Calls))
	limits, err := hostile.Limits.Resolve()
	require.NoError(t, err)
	session := protocol.NewSession(t.Context(), coderuntime.Request{Bindings: []coderuntime.Namespace{{
		Global: "tools",
		Functions: map[string]coderuntime.Function{"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			mu.Lock()
			defer mu.Unlock()
			calls = append(calls, string(args))
			served.Done()
			return args, nil
		}},
	}}}, limits)
	session.Receive([]byte(`{"type":"boot-ack"}` + "\n"))
	data := s.Bytes
	for _, size := range s.Writes {
		session.Receive(data[:size])
		data = data[size:]
		for session.Take() != nil {
		}
	}
	session.Receive([]byte(`{"type":"done","value":"returned"}` + "\n"))
	served.Wait()
	result := session.Result()
	mu.Lock()
	defer mu.Unlock()
	require.NoError(t, s.Check(result, calls))
}

func TestStreamsComeToWhatTheyMust(t *testing.T) {
	lines, kept := 0, 0
	for seed := range uint64(200) {
		s := hostile.New(seed).Stream(250)
		play(t, s)
		lines += s.Lines
		kept += len(s.Logs) + len(s.Calls)
	}
	t.Logf("%d lines, %d entries and calls", lines, kept)
	assert.Greater(t, kept, lines/6, "most streams must have something in them that counts")
}

func TestASeedMakesTheSameStreamAgain(t *testing.T) {
	assert.Equal(t, hostile.New(7).Stream(100), hostile.New(7).Stream(100))
	assert.NotEqual(t, hostile.New(7).Stream(100).Bytes, hostile.New(8).Stream(100).Bytes)
}

func TestAWrongOutcomeIsNoticed(t *testing.T) {
	s := &hostile.Stream{Value: "1", Logs: []string{"a"}, Calls: []string{"2"}}
	good := coderuntime.Result{Value: json.RawMessage("1"), Logs: []string{"a"}, Stats: coderuntime.Stats{Calls: 1}}
	require.NoError(t, s.Check(good, []string{"2"}))
	assert.ErrorContains(t, s.Check(good, nil), "number of calls")
	assert.ErrorContains(t, s.Check(good, []string{"3"}), "call 0")
	for _, spoil := range []func(*coderuntime.Result){
		func(r *coderuntime.Result) { r.Value = nil },
		func(r *coderuntime.Result) { r.Logs = nil },
		func(r *coderuntime.Result) { r.Logs = []string{"b"} },
		func(r *coderuntime.Result) { r.Stats.Calls = 2 },
		func(r *coderuntime.Result) { r.Failure = &coderuntime.Failure{Kind: coderuntime.FailureAbort} },
	} {
		bad := good
		spoil(&bad)
		assert.Error(t, s.Check(bad, []string{"2"}))
	}
}

func FuzzStream(f *testing.F) {
	f.Add(uint64(1), uint16(50))
	f.Fuzz(func(t *testing.T, seed uint64, lines uint16) {
		play(t, hostile.New(seed).Stream(int(lines%500)))
	})
}
