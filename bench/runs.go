package bench

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coderuntime"
)

// A program is a text and what must come of it.
type program struct {
	name, text string
	answer     string // the value as JSON text
	logs       int    // the number of log entries
}

var runPrograms = []program{
	{name: "return-1", text: "return 1", answer: "1"},
	{name: "imports-5", text: "import collections, datetime, json, math, re\n" +
		"return len([collections, datetime, json, math, re])", answer: "5"},
	{name: "logs-10", text: "for i in range(10):\n    print(\"line\", i)\nreturn 10", answer: "10", logs: 10},
	{name: "value-1MiB", text: `return "x" * 1048576`, answer: `"` + strings.Repeat("x", 1<<20) + `"`},
}

// prestartPause is the time between two runs where interpreters are started ahead: without it each
// run would wait for the interpreter that the one before it caused to be started.
const prestartPause = 150 * time.Millisecond

const baselineRun = "Run/" + subjectPython + "/pass"

// runs measures fresh runs: from the call of Run to its result.
func runs() []Benchmark {
	list := []Benchmark{
		processBenchmark(subjectPython, "pass", "-I", "-c", "pass"),
		processBenchmark(subjectPythonRaw, "pass", "-I", "-S", "-c", "pass"),
		processBenchmark(subjectPython, "import-asyncio-json", "-I", "-c", "import asyncio, json"),
	}
	for _, subject := range []string{subjectWasm, subjectNative, subjectPrestart} {
		for _, p := range runPrograms {
			list = append(list, Benchmark{
				Name:     "Run/" + subject + "/" + p.name,
				Baseline: baselineRun,
				Unit:     Nanoseconds,
				open: func(ctx context.Context, s *Session) (Operation, error) {
					rt, err := s.Runtime(ctx, subject)
					if err != nil {
						return nil, err
					}
					return runAgain(rt, p, subject == subjectPrestart), nil
				},
			})
		}
	}
	return list
}

func runAgain(rt coderuntime.Runtime, p program, pause bool) Operation {
	return func(ctx context.Context, n int) (Samples, error) {
		var samples Samples
		for range n {
			took, err := p.timed(ctx, rt)
			if err != nil {
				return samples, err
			}
			samples.took(took)
			if pause {
				time.Sleep(prestartPause)
			}
		}
		return samples, nil
	}
}

// timed runs the program and checks what comes of it.
func (p program) timed(ctx context.Context, rt coderuntime.Runtime) (time.Duration, error) {
	start := time.Now()
	result, err := run(ctx, rt, coderuntime.Request{Program: p.text})
	took := time.Since(start)
	if err != nil {
		return took, err
	}
	if string(result.Value) != p.answer || len(result.Logs) != p.logs {
		return took, wrongf("%s: %.100s and %d log entries, want %.100s and %d",
			p.name, result.Value, len(result.Logs), p.answer, p.logs)
	}
	return took, nil
}

// concurrency measures "return 1" with as many runs under way at once. A value is the time of one
// run; they are compared by how many end in a time.
func concurrency() []Benchmark {
	var list []Benchmark
	add := func(subject string, at, baseline int) {
		b := compared("Concurrency", subject, strconv.Itoa(at), subjectNative)
		b.Baseline = "Concurrency/native/" + strconv.Itoa(baseline)
		b.Throughput = true
		b.open = func(ctx context.Context, s *Session) (Operation, error) {
			rt, err := s.Runtime(ctx, subject)
			if err != nil {
				return nil, err
			}
			return runAtOnce(rt, at), nil
		}
		list = append(list, b)
	}
	for _, at := range []int{1, 2, 8, 64} {
		for _, subject := range backends {
			add(subject, at, at)
		}
	}
	add(subjectWasm, 1000, 64) // as many processes would take half a minute for one figure
	return list
}

func runAtOnce(rt coderuntime.Runtime, at int) Operation {
	p := runPrograms[0]
	return func(ctx context.Context, n int) (Samples, error) {
		n = max(n, at)
		values := make([]float64, n)
		errs := make(chan error, at)
		var next atomic.Int64
		var workers sync.WaitGroup
		start := time.Now()
		for range at {
			workers.Go(func() {
				for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
					took, err := p.timed(ctx, rt)
					if err != nil {
						errs <- err
						return
					}
					values[i] = float64(took)
				}
			})
		}
		workers.Wait()
		elapsed := time.Since(start)
		select {
		case err := <-errs:
			return Samples{}, err
		default:
			return Samples{Values: values, Elapsed: elapsed}, nil
		}
	}
}
