package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func returning(text string, err error) coderuntime.Function {
	return func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(text), err }
}

func calls(name, args string, from, to int) (frames []string) {
	for id := from; id < to; id++ {
		frames = append(frames, call(id, name, args))
	}
	return frames
}

func TestACallIsAnsweredWithWhatItsFunctionReturns(t *testing.T) {
	const lossy = `"ok":false,"message":"binding resolution must be lossless JSON"`
	for name, tc := range map[string]struct {
		function coderuntime.Function
		want     string
	}{
		"a value":                   {echo, `"ok":true,"value":{"a":1}`},
		"nil":                       {func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, nil }, `"ok":true,"value":null`},
		"other spelling":            {returning(" [ 1.0 , \"\\u0041\"\n] ", nil), `"ok":true,"value":[1,"A"]`},
		"a large integer":           {returning("1152921504606846976", nil), `"ok":true,"value":1152921504606846976`},
		"an error":                  {returning("", errors.New("no such file")), `"ok":false,"message":"no such file"`},
		"an error with a value":     {returning("1", errors.New("no")), `"ok":false,"message":"no"`},
		"an error without words":    {returning("", mute{}), `"ok":false,"message":"<unrenderable rejection value>"`},
		"an error that isn't UTF-8": {returning("", errors.New("a\xff\nb")), "\"ok\":false,\"message\":\"a\ufffd\\nb\""},
		"a panic":                   {func(context.Context, json.RawMessage) (json.RawMessage, error) { panic("ouch") }, `"ok":false,"message":"binding panicked: ouch"`},
		"a panic without words":     {func(context.Context, json.RawMessage) (json.RawMessage, error) { panic(mute{}) }, `"ok":false,"message":"binding panicked: `},
		"an end of its goroutine":   {func(context.Context, json.RawMessage) (json.RawMessage, error) { runtime.Goexit(); return nil, nil }, `"ok":false,"message":"binding did not return"`},
		"no JSON":                   {returning("{", nil), lossy},
		"nothing":                   {returning("", nil), lossy},
		"two values":                {returning("1 2", nil), lossy},
		"not a number":              {returning("NaN", nil), lossy},
		"infinity":                  {returning("[1e400]", nil), lossy},
		"negative zero":             {returning("-0", nil), lossy},
		"an inexact integer":        {returning("9007199254740993", nil), lossy},
		"text that isn't UTF-8":     {returning("\"\xff\"", nil), lossy},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, tools(map[string]coderuntime.Function{"f": tc.function}), coderuntime.Limits{}, func(g guest) {
				g.start()
				g.send(call(0, "f", `{"a":1}`))
				frames := g.read()
				require.Len(t, frames, 1)
				assert.Contains(t, frames[0], `{"type":"reply","id":0,`+tc.want)
				g.send(doneOne)
				g.mustReturn("1")
			})
		})
	}
}

func TestOnlyTheNextNumberIsTaken(t *testing.T) {
	var got []string
	record := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }
	play(t, tools(map[string]coderuntime.Function{"f": record}), coderuntime.Limits{}, func(g guest) {
		g.start()
		for i, id := range []string{"1", "2000", "0.5", "-1", "-0", "0", "0", "2", "1e0", "0", "2.0", "1e400", "3"} {
			g.send(fmt.Sprintf(`{"type":"call","id":%s,"global":"tools","name":"f","args":%d}`, id, i))
			got = append(got, g.read()...)
		}
		assert.Equal(t, []string{
			`{"type":"reply","id":0,"ok":true,"value":5}`, `{"type":"reply","id":1,"ok":true,"value":8}`,
			`{"type":"reply","id":2,"ok":true,"value":10}`, `{"type":"reply","id":3,"ok":true,"value":12}`,
		}, got)
		g.send(doneOne)
		assert.Equal(t, 4, g.mustReturn("1").Stats.Calls)
	})
}

func TestACallOfWhatIsNotBoundIsAnsweredAndTakesANumber(t *testing.T) {
	play(t, tools(map[string]coderuntime.Function{"f": echo}), coderuntime.Limits{Value: 100}, func(g guest) {
		g.start()
		g.send(call(0, "constructor", "1"), `{"type":"call","id":1,"global":"nope","name":"f","args":1}`,
			call(2, strings.Repeat("n", 10_000), "1"), call(3, "f", "1"))
		frames := g.read()
		require.Len(t, frames, 4)
		assert.ElementsMatch(t, []string{
			`{"type":"reply","id":0,"ok":false,"message":"unknown binding \"tools.constructor\""}`,
			`{"type":"reply","id":1,"ok":false,"message":"unknown binding \"nope.f\""}`,
			`{"type":"reply","id":2,"ok":false,"message":"unknown binding \"tools.` + strings.Repeat("n", 100-len(`unknown binding "tools.`)-15) + `… [truncated]"}`,
			`{"type":"reply","id":3,"ok":true,"value":1}`,
		}, frames)
		g.send(doneOne)
		assert.Equal(t, 1, g.mustReturn("1").Stats.Calls)
	})
}

func TestReplies(t *testing.T) {
	instant := map[string]coderuntime.Function{"echo": echo}
	t.Run("1024 may wait to be read", func(t *testing.T) {
		play(t, tools(instant), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("nope", "1", 0, 1024)...)
			assert.Len(t, g.read(), 1024)
			g.send(doneOne)
			g.mustReturn("1")
		})
	})
	t.Run("one more ends the run", func(t *testing.T) {
		play(t, tools(instant), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("nope", "1", 0, 1025)...)
			g.mustFail(coderuntime.FailureWorkerExit,
				"reply queue exceeded 1024 pending frames on fd 3 (the child stopped consuming its replies)")
		})
	})
	t.Run("of functions count too", func(t *testing.T) {
		play(t, tools(instant), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("echo", "1", 0, 5000)...)
			g.mustFail(coderuntime.FailureWorkerExit,
				"reply queue exceeded 1024 pending frames on fd 3 (the child stopped consuming its replies)")
		})
	})
}

func TestCallsAtOnce(t *testing.T) {
	functions := map[string]coderuntime.Function{"echo": echo, "hang": hang}
	const backlog = "call backlog exceeded 1024 in-flight binding calls (a binding never settled)"
	t.Run("1024 that never return are fine", func(t *testing.T) {
		play(t, tools(functions), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("hang", "1", 0, 1024)...)
			g.send(doneOne)
			g.mustReturn("1")
		})
	})
	t.Run("one more ends the run", func(t *testing.T) {
		play(t, tools(functions), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("hang", "1", 0, 1025)...)
			g.mustFail(coderuntime.FailureWorkerExit, backlog)
		})
	})
	t.Run("one more ends the run before the done that follows in the same write", func(t *testing.T) {
		play(t, tools(functions), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(append(calls("hang", "1", 0, 1025), doneOne)...)
			g.mustFail(coderuntime.FailureWorkerExit, backlog)
		})
	})
	t.Run("an end of the run is not held up by too many", func(t *testing.T) {
		play(t, tools(functions), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("hang", "1", 0, 1024)...)
			sent := make(chan struct{})
			go func() {
				g.send(calls("hang", "1", 1024, 1025)...)
				close(sent)
			}()
			synctest.Wait()
			g.session.Fail(coderuntime.FailureWorkerExit, "it died")
			<-sent
			g.mustFail(coderuntime.FailureWorkerExit, "it died")
		})
	})
	t.Run("1300 that return at once are answered while the guest reads", func(t *testing.T) {
		play(t, tools(functions), coderuntime.Limits{}, func(g guest) {
			g.start()
			g.send(calls("echo", `"x"`, 0, 1024)...)
			answers := g.read()
			assert.Len(t, answers, 1024)
			g.send(calls("echo", `"x"`, 1024, 1300)...)
			answers = append(answers, g.read()...)
			assert.Len(t, answers, 1300)
			g.send(doneOne)
			assert.Equal(t, 1300, g.mustReturn("1").Stats.Calls)
		})
	})
}

func TestALateResultIsDropped(t *testing.T) {
	var seen error
	var wanted json.RawMessage
	late := func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		<-ctx.Done()
		seen, wanted = context.Cause(ctx), args
		return json.RawMessage(`"late"`), nil
	}
	play(t, tools(map[string]coderuntime.Function{"late": late}), coderuntime.Limits{}, func(g guest) {
		g.start()
		g.send(call(0, "late", "1"))
		synctest.Wait()
		g.send(doneOne)
		g.mustReturn("1")
		assert.Empty(t, g.read())
		assert.ErrorContains(t, seen, "the run is over")
		assert.Equal(t, "1", string(wanted))
	})
}

func TestFunctionsSeeTheValuesOfTheCallersContext(t *testing.T) {
	type key struct{}
	got := make(chan any, 1)
	ctx := func() context.Context { return context.WithValue(context.Background(), key{}, "mine") }
	look := func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		got <- ctx.Value(key{})
		return nil, nil
	}
	playUnder(t, ctx, tools(map[string]coderuntime.Function{"look": look}), coderuntime.Limits{}, func(g guest) {
		g.start()
		g.send(call(0, "look", "1"))
		assert.Len(t, g.read(), 1)
		g.send(doneOne)
		g.mustReturn("1")
	})
	assert.Equal(t, "mine", <-got)
}

func TestTheCallerMayChangeItsBindingsMeanwhile(t *testing.T) {
	req := tools(map[string]coderuntime.Function{"echo": echo})
	play(t, req, coderuntime.Limits{}, func(g guest) {
		g.start()
		delete(req.Bindings[0].Functions, "echo")
		req.Bindings[0] = coderuntime.Namespace{}
		g.send(call(0, "echo", "1"))
		assert.Equal(t, []string{`{"type":"reply","id":0,"ok":true,"value":1}`}, g.read())
		g.send(doneOne)
		g.mustReturn("1")
	})
}

func TestCallsThatAreHeldStartWhenTheBackendSaysSo(t *testing.T) {
	instant := tools(map[string]coderuntime.Function{"echo": echo})
	t.Run("and not before", func(t *testing.T) {
		play(t, instant, coderuntime.Limits{}, func(g guest) {
			g.session.HoldCalls()
			g.start()
			g.send(calls("echo", "1", 0, 3)...)
			assert.Empty(t, g.read())
			g.session.StartCalls()
			assert.Len(t, g.read(), 3)
			g.session.StartCalls()
			assert.Empty(t, g.read(), "each is started once")
			g.send(doneOne)
			g.mustReturn("1")
		})
	})
	t.Run("or when there are too many to hold", func(t *testing.T) {
		play(t, instant, coderuntime.Limits{}, func(g guest) {
			g.session.HoldCalls()
			g.start()
			g.send(calls("echo", "1", 0, 1025)...)
			g.mustFail(coderuntime.FailureWorkerExit,
				"reply queue exceeded 1024 pending frames on fd 3 (the child stopped consuming its replies)")
		})
	})
}
