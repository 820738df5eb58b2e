package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"coderuntime"
)

// Tools is the stock namespace: global "tools", failures as RuntimeError.
//
//	echo    returns its argument
//	add     {"a", "b"}: their sum
//	fail    "text": fails with the text
//	hang    never returns by itself
//	slow    milliseconds: returns them after as long
//	meet    {"of": n, "value": v}: waits until n calls are there, then all return their values, the last to come first
//	sized   n: a string of n times "x"
//	nested  n: an array nested n deep
//	number  "name": a number that is not lossless: nan, infinity, negative-zero, inexact
func Tools() coderuntime.Namespace {
	return coderuntime.Namespace{Global: "tools", Functions: stock()}
}

// typedTools is the stock namespace with a declared error class.
func typedTools() coderuntime.Namespace {
	ns := Tools()
	ns.ErrorClass = &coderuntime.ErrorClass{Name: "ToolCallError", MemberNameProperty: "toolName"}
	return ns
}

func stock() map[string]coderuntime.Function {
	return map[string]coderuntime.Function{
		"echo":   echo,
		"add":    coderuntime.Typed(add),
		"fail":   coderuntime.Typed(fail),
		"hang":   hang,
		"slow":   coderuntime.Typed(slow),
		"meet":   coderuntime.Typed(meet),
		"sized":  sized,
		"nested": nested,
		"number": number,
	}
}

func echo(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }

type addArgs struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

func add(_ context.Context, args addArgs) (float64, error) { return args.A + args.B, nil }

func fail(_ context.Context, text string) (any, error) { return nil, errors.New(text) }

func hang(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func slow(ctx context.Context, milliseconds int) (int, error) {
	timer := time.NewTimer(time.Duration(milliseconds) * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		return milliseconds, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// What follows returns text that encoding/json would refuse, or take its time to check.

func sized(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	n, err := strconv.Atoi(string(args))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n+2)
	for i := range text {
		text[i] = 'x'
	}
	text[0], text[n+1] = '"', '"'
	return text, nil
}

func nested(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	n, err := strconv.Atoi(string(args))
	if err != nil {
		return nil, err
	}
	text := make([]byte, 2*n)
	for i := range n {
		text[i], text[2*n-1-i] = '[', ']'
	}
	return text, nil
}

func number(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	text := map[string]string{
		`"nan"`: "NaN", `"infinity"`: "1e999", `"negative-zero"`: "-0.0", `"inexact"`: "9007199254740993",
	}[string(args)]
	if text == "" {
		return nil, fmt.Errorf("there is no number %s", args)
	}
	return json.RawMessage(text), nil
}

type meetArgs struct {
	Of    int `json:"of"`
	Value any `json:"value"`
}

// meet waits for the others of its run. It finds them through its context, so that the functions
// hold no state and a namespace can be used by many runs.
func meet(ctx context.Context, args meetArgs) (any, error) {
	meeting := ctx.Value(recorderKey{}).(*recorder).meeting(args.Of)
	place := meeting.arrive()
	if err := meeting.wait(ctx, place); err != nil {
		return nil, err
	}
	return args.Value, nil
}

// A meeting lets its members leave once all are there, in the reverse of the order they came in.
type meeting struct {
	mu     sync.Mutex
	places []chan struct{}
	came   int
}

func newMeeting(of int) *meeting {
	m := &meeting{places: make([]chan struct{}, of)}
	for i := range m.places {
		m.places[i] = make(chan struct{})
	}
	return m
}

func (m *meeting) arrive() (place int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	place = m.came
	m.came++
	if m.came == len(m.places) {
		close(m.places[place])
	}
	return place
}

func (m *meeting) wait(ctx context.Context, place int) error {
	if place >= len(m.places) {
		return errors.New("more came than were meant to meet")
	}
	select {
	case <-m.places[place]:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if place > 0 {
		close(m.places[place-1])
	}
	return nil
}
