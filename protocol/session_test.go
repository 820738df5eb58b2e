package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// guest is a guest that does what a test says, without Python.
type guest struct {
	*testing.T
	session *Session
}

// play runs a test with a session in a bubble: time is fake, and a goroutine that is left at the end
// fails the test.
func play(t *testing.T, req coderuntime.Request, limits coderuntime.Limits, script func(g guest)) {
	t.Helper()
	playUnder(t, context.Background, req, limits, script)
}

func playUnder(t *testing.T, ctx func() context.Context, req coderuntime.Request, limits coderuntime.Limits, script func(g guest)) {
	t.Helper()
	limits, err := limits.Resolve()
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		script(guest{t, NewSession(ctx(), req, limits)})
	})
}

// send writes frames to fd 3, in one piece.
func (g guest) send(frames ...string) {
	g.session.Receive([]byte(strings.Join(frames, "\n") + "\n"))
}

// read takes what the host has for the guest once nothing moves any more.
func (g guest) read() (frames []string) {
	synctest.Wait()
	for frame := g.session.Take(); frame != nil; frame = g.session.Take() {
		frames = append(frames, strings.TrimSuffix(string(frame), "\n"))
	}
	return frames
}

// start goes through what comes before the program.
func (g guest) start() {
	g.Helper()
	require.Len(g, g.read(), 1, "boot")
	g.send(`{"type":"boot-ack"}`)
	require.Len(g, g.read(), 1, "run")
}

func (g guest) outcome() coderuntime.Result {
	<-g.session.Decided()
	synctest.Wait()
	return g.session.Result()
}

func (g guest) mustFail(kind coderuntime.FailureKind, message string) {
	g.Helper()
	result := g.outcome()
	assert.Nil(g, result.Value)
	assert.Equal(g, &coderuntime.Failure{Kind: kind, Message: message}, result.Failure)
}

func (g guest) mustReturn(value string) coderuntime.Result {
	g.Helper()
	result := g.outcome()
	assert.Nil(g, result.Failure)
	assert.Equal(g, value, string(result.Value))
	return result
}

func call(id int, name string, args string) string {
	return fmt.Sprintf(`{"type":"call","id":%d,"global":"tools","name":%q,"args":%s}`, id, name, args)
}

func tools(functions map[string]coderuntime.Function) coderuntime.Request {
	return coderuntime.Request{Program: "return 1", Bindings: []coderuntime.Namespace{{Global: "tools", Functions: functions}}}
}

func echo(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }

func hang(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func cancelled(cause error) func() context.Context {
	return func() context.Context {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		return ctx
	}
}

type mute struct{}

func (mute) Error() string { panic("no words") }

const doneOne = `{"type":"done","value":1}`

func TestTheBootFrameIsTheFirstAndSaysLimitsAndNames(t *testing.T) {
	req := tools(map[string]coderuntime.Function{"echo": echo, "add": echo})
	req.Bindings[0].ErrorClass = &coderuntime.ErrorClass{Name: "ToolError", MemberNameProperty: "tool"}
	play(t, req, coderuntime.Limits{CPU: 7 * time.Second}, func(g guest) {
		assert.Equal(t, []string{
			`{"type":"boot","cpuSeconds":7,"addressSpaceBytes":536870912,"maxLogBytes":65536,"maxValueBytes":32768,` +
				`"namespaces":[{"global":"tools","names":["add","echo"],"errorClass":{"name":"ToolError","memberNameProperty":"tool"}}]}`,
		}, g.read())
		g.send(doneOne)
		g.mustReturn("1")
	})
}

func TestTheProgramIsSentOnTheFirstBootAckOnly(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
		require.Len(t, g.read(), 1)
		g.send(`{"type":"log","text":"early"}`)
		assert.Empty(t, g.read(), "nothing before the ack")
		g.send(`{"type":"boot-ack"}`)
		assert.Equal(t, []string{`{"type":"run","program":"return 1"}`}, g.read())
		g.send(`{"type":"boot-ack"}`, `{"type":"boot-ack"}`)
		assert.Empty(t, g.read(), "a second ack is ignored")
		g.send(doneOne)
		g.mustReturn("1")
	})
}

func TestTheFirstDecisionStands(t *testing.T) {
	type step = func(g guest)
	done := func(g guest) { g.send(doneOne) }
	other := func(g guest) { g.send(`{"type":"done","value":2}`) }
	failing := func(g guest) {
		g.send(`{"type":"done","error":{"kind":"exception","message":"raised"}}`)
	}
	exit := func(g guest) { g.session.Fail(coderuntime.FailureWorkerExit, "it died") }
	for name, tc := range map[string]struct {
		steps []step
		value string
		kind  coderuntime.FailureKind
	}{
		"a value before another":         {[]step{done, other}, "1", ""},
		"a value before a failure":       {[]step{done, failing, exit}, "1", ""},
		"a failure before a value":       {[]step{failing, done}, "", coderuntime.FailureException},
		"what is observed before a done": {[]step{exit, done, failing}, "", coderuntime.FailureWorkerExit},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
				g.start()
				for _, step := range tc.steps {
					step(g)
				}
				result := g.outcome()
				assert.Equal(t, tc.value, string(result.Value))
				if tc.kind == "" {
					assert.Nil(t, result.Failure)
				} else {
					assert.Equal(t, tc.kind, result.Failure.Kind)
				}
			})
		})
	}
}

func TestOneOfManyDecisionsAtOnceWins(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
		g.start()
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() { g.session.Fail(coderuntime.FailureWorkerExit, fmt.Sprint(i)) })
		}
		wg.Go(func() { g.send(doneOne) })
		wg.Wait()
		first := g.outcome()
		assert.True(t, (first.Value == nil) != (first.Failure == nil))
		g.session.Fail(coderuntime.FailureWorkerExit, "late")
		assert.Equal(t, first, g.outcome())
	})
}

func TestTheWallLimitEndsARun(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{Wall: 1500 * time.Millisecond}, func(g guest) {
		g.start()
		result := g.outcome()
		assert.Equal(t, &coderuntime.Failure{Kind: coderuntime.FailureTimeout, Message: "wall-clock ceiling reached (1500ms)"}, result.Failure)
		assert.Equal(t, 1500*time.Millisecond, result.Stats.Wall)
	})
}

func TestTheEndOfTheContextAbortsWithItsCause(t *testing.T) {
	for name, tc := range map[string]struct {
		cause error
		want  string
	}{
		"a cause":                   {errors.New("changed my mind"), "changed my mind"},
		"no cause":                  {nil, "context canceled"},
		"a cause without words":     {mute{}, "<unrenderable rejection value>"},
		"a cause with too many":     {errors.New(strings.Repeat("x", 100)), strings.Repeat("x", 25) + "… [truncated]"},
		"a cause that is not UTF-8": {errors.New("a\xffb"), "a\ufffdb"},
	} {
		t.Run(name, func(t *testing.T) {
			playUnder(t, cancelled(tc.cause), tools(nil), coderuntime.Limits{Value: 40}, func(g guest) {
				g.mustFail(coderuntime.FailureAbort, tc.want)
				assert.Empty(t, g.read(), "an aborted guest is told nothing")
			})
		})
	}
}

func TestAnAbortWinsOverWhatFunctionsSayOfIt(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			limits := coderuntime.DefaultLimits()
			ctx, cancel := context.WithCancelCause(context.Background())
			g := guest{t, NewSession(ctx, tools(map[string]coderuntime.Function{"hang": hang}), limits)}
			g.start()
			g.send(call(0, "hang", "null"))
			synctest.Wait()
			cancel(errors.New("enough"))
			assert.Empty(t, g.read(), "the function's error is no reply")
			g.mustFail(coderuntime.FailureAbort, "enough")
		})
	}
}

func TestNextWaitsForAFrameAndEndsWithTheRun(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
		frames := make(chan []byte)
		go func() {
			for frame := g.session.Next(); frame != nil; frame = g.session.Next() {
				frames <- frame
			}
			close(frames)
		}()
		assert.Contains(t, string(<-frames), `"boot"`)
		synctest.Wait()
		g.send(`{"type":"boot-ack"}`)
		assert.Contains(t, string(<-frames), `"run"`)
		synctest.Wait()
		g.send(doneOne)
		_, more := <-frames
		assert.False(t, more)
		g.mustReturn("1")
	})
}

func TestFramesAreTheSameHoweverTheBytesAreCut(t *testing.T) {
	stream := `{"type":"boot-ack"}` + "\n" + `{"type":"log","text":"one é😀"}` + "\n\n" + call(0, "echo", `{"a":[1,"é"]}`) + "\n" +
		"junk\n" + `{"type":"log","text":"two"}` + "\n" + call(1, "echo", "2") + "\n" + `{"type":"done","value":{"x":"😀"}}` + "\n" +
		`{"type":"log","text":"late"}` + "\n"
	for size := 1; size <= len(stream); size = size*2 + 1 {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			play(t, tools(map[string]coderuntime.Function{"echo": echo}), coderuntime.Limits{}, func(g guest) {
				for rest := []byte(stream); len(rest) > 0; {
					n := min(size, len(rest))
					g.session.Receive(rest[:n])
					rest = rest[n:]
				}
				result := g.mustReturn(`{"x":"😀"}`)
				assert.Equal(t, []string{"one é😀", "two"}, result.Logs)
				assert.Equal(t, 2, result.Stats.Calls)
			})
		})
	}
}

func TestAFrameOverTheCapEndsTheRun(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
		g.start()
		g.session.Receive(make([]byte, MaxFrameBytes+1))
		g.mustFail(coderuntime.FailureWorkerExit, "protocol frame exceeded 67108864 bytes on fd 3")
	})
}

func TestACompletionIsMetered(t *testing.T) {
	const lossy = "completion value contained a non-lossless number"
	for name, tc := range map[string]struct {
		done    string
		value   string
		kind    coderuntime.FailureKind
		message string
	}{
		"a value":                       {`{"type":"done","value":[1,"x"]}`, `[1,"x"]`, "", ""},
		"null":                          {`{"type":"done","value":null}`, `null`, "", ""},
		"no value":                      {`{"type":"done"}`, ``, "", ""},
		"spelled otherwise":             {`{"type":"done", "value": [ 1.0, "\u0041" ]}`, `[1,"A"]`, "", ""},
		"exactly the budget":            {`{"type":"done","value":"` + strings.Repeat("x", 38) + `"}`, `"` + strings.Repeat("x", 38) + `"`, "", ""},
		"one over":                      {`{"type":"done","value":"` + strings.Repeat("x", 39) + `"}`, ``, coderuntime.FailureOutputLimit, "completion value exceeded 40 bytes"},
		"infinite":                      {`{"type":"done","value":[1e400]}`, ``, coderuntime.FailureInvalidOutput, lossy},
		"negative zero":                 {`{"type":"done","value":-0.0}`, ``, coderuntime.FailureInvalidOutput, lossy},
		"too large and infinite":        {`{"type":"done","value":[1e400,"` + strings.Repeat("x", 39) + `"]}`, ``, coderuntime.FailureOutputLimit, "completion value exceeded 40 bytes"},
		"a failure":                     {`{"type":"done","error":{"kind":"exception","message":"raised"}}`, ``, coderuntime.FailureException, "raised"},
		"a failure and a value":         {`{"type":"done","value":1,"error":{"kind":"timeout","message":"late"}}`, ``, coderuntime.FailureTimeout, "late"},
		"a failure with too many words": {`{"type":"done","error":{"kind":"exception","message":"` + strings.Repeat("E", 99) + `"}}`, ``, coderuntime.FailureException, strings.Repeat("E", 25) + "… [truncated]"},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, tools(nil), coderuntime.Limits{Value: 40}, func(g guest) {
				g.start()
				g.send(tc.done)
				if tc.kind != "" {
					g.mustFail(tc.kind, tc.message)
					return
				}
				g.mustReturn(tc.value)
			})
		})
	}
}

func TestWhatComesAfterTheDecisionIsIgnored(t *testing.T) {
	play(t, tools(map[string]coderuntime.Function{"echo": echo}), coderuntime.Limits{}, func(g guest) {
		g.start()
		g.send(`{"type":"log","text":"before"}`, doneOne, `{"type":"log","text":"after"}`, call(0, "echo", "1"))
		g.send(`{"type":"log","text":"long after"}`)
		g.session.Stray(Stdout, []byte("stray is kept\n"))
		g.session.Stray(Stderr, []byte("its tail too"))
		g.session.EndStray(Stderr)
		result := g.mustReturn("1")
		assert.Equal(t, []string{"before", "stray is kept", "its tail too"}, result.Logs)
		assert.Zero(t, result.Stats.Calls)
		assert.Empty(t, g.read())
	})
}

func TestEntriesAreHandedOnInOrderAndBeforeTheResult(t *testing.T) {
	var entries []string
	req := tools(nil)
	req.OnLog = func(entry string) { entries = append(entries, entry) }
	play(t, req, coderuntime.Limits{Log: 64}, func(g guest) {
		g.start()
		g.send(`{"type":"log","text":"one"}`, `{"type":"log","text":"t","open":true}`)
		assert.Equal(t, []string{"one"}, entries, "an open entry isn't complete")
		g.send(`{"type":"log","text":"wo"}`, `{"type":"log","text":"open","open":true}`)
		g.send(`{"type":"log","text":"`+strings.Repeat("x", 60)+`"}`, doneOne)
		result := g.mustReturn("1")
		assert.Equal(t, []string{"one", "two", "open", TruncationMarker(64)}, result.Logs)
		assert.Equal(t, result.Logs, entries)
	})
}

func TestAResultBeforeTheDecisionIsAMistake(t *testing.T) {
	play(t, tools(nil), coderuntime.Limits{}, func(g guest) {
		assert.Panics(t, func() { g.session.Result() })
		g.send(doneOne)
		g.mustReturn("1")
	})
}
