// Package hostile makes streams of frames such as no honest guest writes, from a grammar and a seed,
// and knows what must become of each of them. What it knows it knows from how a line was made: no
// line is ever read back.
package hostile

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"coderuntime"
)

// A Stream is what one program writes to file descriptor 3, and what must come of the run.
type Stream struct {
	Seed   uint64
	Lines  int    // how many lines it has, frames or not
	Bytes  []byte // the lines
	Writes []int  // the sizes of the writes that they are cut into

	Logs    []string                // the entries that must be kept
	Calls   []string                // the arguments that the host must get, in canonical spelling
	Ends    bool                    // the stream itself ends the run
	Value   string                  // the value that there must be, or "" for none
	Failure coderuntime.FailureKind // how the run must fail, if it must
	Message string                  // with which message
}

// Limits are those of a runtime for streams: nothing of a stream is over a budget.
var Limits = coderuntime.Limits{Wall: time.Minute, Grace: 100 * time.Millisecond, Log: 4 * coderuntime.MiB}

// returned is the value of a program whose stream does not end the run.
const returned = `"returned"`

// Program is the Python program that writes the stream. Between two writes it lets its guest read
// what the host answers.
func (s *Stream) Program() string {
	writes, _ := json.Marshal(s.Writes) // numbers cannot fail
	return `import asyncio, base64, os
data = memoryview(base64.b64decode("` + base64.StdEncoding.EncodeToString(s.Bytes) + `"))
for size in ` + string(writes) + `:
    piece, data = data[:size], data[size:]
    while piece:
        piece = piece[os.write(3, piece):]
    await asyncio.sleep(0)
return ` + returned
}

// Run runs the program of the stream and returns what is wrong with what came of it.
func (s *Stream) Run(ctx context.Context, rt coderuntime.Runtime) error {
	calls := newCalls(len(s.Calls))
	result, err := rt.Run(ctx, coderuntime.Request{
		Program: s.Program(),
		Bindings: []coderuntime.Namespace{{
			Global: boundGlobal, Functions: map[string]coderuntime.Function{boundName: calls.note},
		}},
	})
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return s.Check(result, calls.wait())
}

// Check returns what is wrong with a result, given the arguments that reached the host.
func (s *Stream) Check(result coderuntime.Result, calls []string) error {
	var problems []error
	differ := func(what, got, want string) {
		if got != want {
			problems = append(problems, fmt.Errorf("seed %d: %s: got %.300q, want %.300q", s.Seed, what, got, want))
		}
	}
	kind, message := coderuntime.FailureKind(""), ""
	if result.Failure != nil {
		kind, message = result.Failure.Kind, result.Failure.Message
	}
	differ("failure", string(kind), string(s.Failure))
	differ("message", message, s.Message)
	differ("value", string(result.Value), s.Value)
	differ("number of calls", fmt.Sprint(result.Stats.Calls), fmt.Sprint(len(s.Calls)))
	compareAll(differ, "log entry", result.Logs, s.Logs)
	compareAll(differ, "call", slices.Sorted(slices.Values(calls)), slices.Sorted(slices.Values(s.Calls)))
	return errors.Join(problems...)
}

// compareAll reports the first difference of two lists.
func compareAll(differ func(what, got, want string), what string, got, want []string) {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			differ(fmt.Sprintf("%s %d", what, i), got[i], want[i])
			return
		}
	}
	differ(fmt.Sprintf("number of %ss", what), fmt.Sprint(len(got)), fmt.Sprint(len(want)))
}

// calls are the arguments that reached the host.
type calls struct {
	mu   sync.Mutex
	args []string
	all  chan struct{} // closed when as many as were expected are there
	left int
}

func newCalls(expected int) *calls {
	c := &calls{all: make(chan struct{}), left: expected}
	if expected == 0 {
		close(c.all)
	}
	return c
}

func (c *calls) note(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.args = append(c.args, string(args))
	if c.left--; c.left == 0 {
		close(c.all)
	}
	return args, nil
}

// patience is how long a call may take that has been accepted: its function may be about to start
// when the run is over.
const patience = 10 * time.Second

// wait returns the arguments once as many as were expected are there.
func (c *calls) wait() []string {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.all:
	case <-timer.C:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.args)
}
