package bench

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"strings"
	"time"

	"coderuntime"
)

//go:embed workloads/*.py
var workloadFiles embed.FS

// A Workload is a program that computes for a tenth of a second or so. It calls nothing of the host.
type Workload struct {
	Name string

	// About is a sentence on what it does: the first comment of the program.
	About string

	// Program is the body of a function, which returns the answer.
	Program string

	// Answer is the value that it must return, as JSON text: the second comment of the program.
	Answer string
}

// Workloads returns the programs of the folder workloads, by name.
func Workloads() []Workload {
	entries, err := workloadFiles.ReadDir("workloads")
	if err != nil {
		panic(err) // they are part of this package
	}
	var list []Workload
	for _, entry := range entries {
		text, err := workloadFiles.ReadFile(path.Join("workloads", entry.Name()))
		if err != nil {
			panic(err)
		}
		lines := strings.SplitN(string(text), "\n", 3)
		list = append(list, Workload{
			Name:    strings.TrimSuffix(entry.Name(), ".py"),
			About:   strings.TrimPrefix(lines[0], "# "),
			Program: string(text),
			Answer:  strings.TrimPrefix(lines[1], "# answer: "),
		})
	}
	return list
}

// asFunction returns the text of a function that does the work.
func (w Workload) asFunction(name string) string {
	return "def " + name + "():\n" + indent(w.Program)
}

// indent moves a program into a function. Programs have no text of several lines that it would change.
func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}

// check compares a value with the answer, as JSON: 2.0 and 2 are the same number.
func (w Workload) check(value []byte) error {
	var got, want any
	if err := json.Unmarshal([]byte(w.Answer), &want); err != nil {
		return fmt.Errorf("bench: the answer of workload %s: %w", w.Name, err)
	}
	if err := json.Unmarshal(value, &got); err != nil || !reflect.DeepEqual(got, want) {
		return wrongf("%s: %.100s, want %.100s", w.Name, value, w.Answer)
	}
	return nil
}

// workloads measures the time that programs compute: without the start of the interpreter, from a
// call of the host right before the work to one right after it.
func workloads() []Benchmark {
	var list []Benchmark
	for _, w := range Workloads() {
		for _, subject := range backends {
			list = append(list, w.on(subject, compared("CPU", subject, w.Name, subjectNative)))
		}
	}
	return list
}

// metering measures the same on wasm and on its module without fuel checks.
func metering() []Benchmark {
	var list []Benchmark
	for _, w := range Workloads() {
		for _, subject := range []string{subjectUnmetered, subjectWasm} {
			list = append(list, w.on(subject, compared("Metering", subject, w.Name, subjectUnmetered)))
		}
	}
	return list
}

// on makes a benchmark of the work on a subject.
func (w Workload) on(subject string, b Benchmark) Benchmark {
	b.open = func(ctx context.Context, s *Session) (Operation, error) {
		rt, err := s.Runtime(ctx, subject)
		if err != nil {
			return nil, err
		}
		return workAgain(rt, w), nil
	}
	return b
}

func workAgain(rt coderuntime.Runtime, w Workload) Operation {
	text := w.asFunction("work") + "\nawait clock.start(None)\nanswer = work()\nawait clock.stop(None)\nreturn answer"
	return func(ctx context.Context, n int) (Samples, error) {
		var samples Samples
		for range n {
			var start, stop time.Time
			mark := func(at *time.Time) coderuntime.Function {
				return func(context.Context, json.RawMessage) (json.RawMessage, error) {
					*at = time.Now()
					return nil, nil
				}
			}
			result, err := run(ctx, rt, coderuntime.Request{
				Program: text,
				Bindings: []coderuntime.Namespace{{Global: "clock", Functions: map[string]coderuntime.Function{
					"start": mark(&start), "stop": mark(&stop),
				}}},
			})
			if err != nil {
				return samples, err
			}
			if err := w.check(result.Value); err != nil {
				return samples, err
			}
			samples.took(stop.Sub(start))
		}
		return samples, nil
	}
}
