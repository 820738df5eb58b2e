package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"coderuntime"
)

// A spin is a program that never ends by itself.
type spin struct {
	name  string
	setUp string
	spin  string
	waits bool // it does not compute meanwhile
	hangs bool // it is there when it calls hang
}

var spins = []spin{
	{name: "loop", spin: "while True: pass"},
	{name: "regex", setUp: "import re", spin: `re.match(r"(a+)+$", "a" * 64 + "b")`},
	{name: "power", spin: "while True: pow(3, 200000)"},
	{name: "sum-range", spin: "sum(range(10**12))"},
	{name: "slow-key", spin: "sorted(range(10**6), key=lambda n: sum(range(2000)))"},
	{name: "find-in-text", setUp: `text = "x" * 10**7`, spin: `while True: "xy" in text`},
	{name: "recursion", setUp: "def down(n): return n and down(n - 1)", spin: "while True: down(500)"},
	{name: "join", setUp: `words = ["word"] * 10**6`, spin: `while True: "".join(words)`},
	{name: "fill", spin: `while True: b"1" * 10**8`},
	{name: "host-call", spin: "await tools.hang(None)", waits: true, hangs: true},
	{name: "sleep", setUp: "import time", spin: "time.sleep(1000)", waits: true},
}

// text returns the program: it says that it is ready, and spins.
func (s spin) text() string {
	if s.hangs {
		return s.spin
	}
	return s.setUp + "\nawait tools.ready(None)\n" + s.spin
}

// settle is how long a program that said it was ready is left to get going.
const settle = 2 * time.Millisecond

// A spinning run is under way until stop is called.
type spinning struct {
	cancel context.CancelFunc
	ended  chan end
}

type end struct {
	at     time.Time
	result coderuntime.Result
	err    error
}

// start starts the program and returns once it spins.
func (s spin) start(ctx context.Context, rt coderuntime.Runtime) (*spinning, error) {
	ready := make(chan struct{})
	once := sync.OnceFunc(func() { close(ready) })
	ctx, cancel := context.WithCancel(ctx)
	r := &spinning{cancel: cancel, ended: make(chan end, 1)}
	go func() {
		result, err := rt.Run(ctx, coderuntime.Request{
			Program: s.text(),
			Bindings: []coderuntime.Namespace{{Global: "tools", Functions: map[string]coderuntime.Function{
				"ready": func(context.Context, json.RawMessage) (json.RawMessage, error) { once(); return nil, nil },
				"hang": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
					once()
					<-ctx.Done()
					return nil, context.Cause(ctx)
				},
			}}},
		})
		r.ended <- end{time.Now(), result, err}
	}()
	select {
	case <-ready:
		if !s.hangs {
			time.Sleep(settle)
		}
		return r, nil
	case e := <-r.ended:
		cancel()
		if e.err == nil && e.result.Failure != nil {
			e.err = failed(e.result.Failure)
		}
		return nil, fmt.Errorf("%s: it ended before it was ready: %w", s.name, e.err)
	}
}

// stop aborts the run and returns how long that took.
func (r *spinning) stop() (time.Duration, error) {
	start := time.Now()
	r.cancel()
	e := <-r.ended
	if e.err != nil {
		return 0, e.err
	}
	if e.result.Failure == nil || e.result.Failure.Kind != coderuntime.FailureAbort {
		return 0, wrongf("an aborted run ended as %v", e.result.Failure)
	}
	return e.at.Sub(start), nil
}

// aborts measures the time from the end of the caller's context to the return of Run.
func aborts() []Benchmark {
	var list []Benchmark
	for _, s := range spins {
		for _, subject := range backends {
			b := compared("Abort", subject, s.name, subjectNative)
			b.open = func(ctx context.Context, session *Session) (Operation, error) {
				rt, err := session.Runtime(ctx, subject)
				if err != nil {
					return nil, err
				}
				return s.abort(rt), nil
			}
			list = append(list, b)
		}
	}
	return list
}

func (s spin) abort(rt coderuntime.Runtime) Operation {
	return func(ctx context.Context, n int) (Samples, error) {
		var samples Samples
		for range n {
			r, err := s.start(ctx, rt)
			if err != nil {
				return samples, err
			}
			took, err := r.stop()
			if err != nil {
				return samples, err
			}
			samples.took(took)
		}
		return samples, nil
	}
}
