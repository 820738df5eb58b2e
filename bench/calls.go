package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"coderuntime"
)

// A callProgram calls the host again and again.
type callProgram struct {
	name string
	// text has a %d for how often it calls, or how often it gathers.
	text string
	// mark is the function whose calls are timed: a value is the time from one to the next.
	mark string
	// least and most bound how often one run does it.
	least, most int
}

var callPrograms = []callProgram{
	{name: "echo", mark: "echo", least: 100, most: 2000, text: `
for i in range(%d):
    if await tools.echo({"n": i}) != {"n": i}:
        raise ValueError("this is no echo")
`},
	{name: "gather-100", mark: "mark", least: 10, most: 200, text: `
import asyncio
for i in range(%d):
    await tools.mark(i)
    answers = await asyncio.gather(*(tools.echo({"n": n}) for n in range(100)))
    if answers != [{"n": n} for n in range(100)]:
        raise ValueError("these are no echoes")
`},
	{name: "echo-1MiB", mark: "echo", least: 5, most: 50, text: `
text = "x" * 1048576
for i in range(%d):
    if await tools.echo(text) != text:
        raise ValueError("this is no echo")
`},
}

// program returns the text that does it so often.
func (p callProgram) program(times int) string {
	return strings.TrimSpace(fmt.Sprintf(p.text, times)) + "\nreturn \"done\""
}

// calls measures awaited calls of host functions: for echo, the time from the arrival of one call at
// the host to the arrival of the next, which is one round trip; for gather, of a hundred calls at
// once and one more.
func calls() []Benchmark {
	var list []Benchmark
	for _, p := range callPrograms {
		for _, subject := range backends {
			b := compared("Call", subject, p.name, subjectNative)
			b.open = func(ctx context.Context, s *Session) (Operation, error) {
				rt, err := s.Runtime(ctx, subject)
				if err != nil {
					return nil, err
				}
				return callAgain(rt, p), nil
			}
			list = append(list, b)
		}
	}
	return list
}

func callAgain(rt coderuntime.Runtime, p callProgram) Operation {
	return func(ctx context.Context, n int) (Samples, error) {
		n = min(max(n, p.least), p.most)
		marks := make(arrivals, 0, n+1)
		var mu sync.Mutex
		echo := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }
		marked := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			mu.Lock()
			marks = append(marks, time.Now())
			mu.Unlock()
			return args, nil
		}
		functions := map[string]coderuntime.Function{"echo": echo}
		functions[p.mark] = marked
		result, err := run(ctx, rt, coderuntime.Request{
			Program:  p.program(n + 1),
			Bindings: []coderuntime.Namespace{{Global: "tools", Functions: functions}},
		})
		if err != nil {
			return Samples{}, err
		}
		if string(result.Value) != `"done"` || len(marks) != n+1 {
			return Samples{}, wrongf("%s: %.100s after %d calls of %d", p.name, result.Value, len(marks), n+1)
		}
		return marks.intervals(), nil
	}
}

// arrivals are the times at which calls came to the host.
type arrivals []time.Time

func (a arrivals) intervals() Samples {
	var samples Samples
	for i := 1; i < len(a); i++ {
		samples.took(a[i].Sub(a[i-1]))
	}
	return samples
}
