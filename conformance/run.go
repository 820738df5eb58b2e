package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"coderuntime"
)

// Status is what came of a case.
type Status string

// The statuses of a case.
const (
	Passed        Status = "passed"
	Failed        Status = "failed"
	NotApplicable Status = "not applicable"
)

// A Report is what came of a case on one backend.
type Report struct {
	Case    Case
	Status  Status
	Missing []coderuntime.Capability // why it is not applicable, or Err is
	Err     error                    // why it failed, or a PythonTooOld why it is not applicable
	Elapsed time.Duration
}

// Run runs the cases one after the other, Cases() or Programs() for example, and gives a report of each. Cases with
// the same limits share a runtime; all are closed at the end. When ctx ends, the rest is left out.
func Run(ctx context.Context, newRuntime NewRuntime, cases []Case) iter.Seq[Report] {
	return func(yield func(Report) bool) {
		runtimes := newPool(newRuntime)
		defer runtimes.close()
		for _, c := range cases {
			if ctx.Err() != nil || !yield(runtimes.report(ctx, c)) {
				return
			}
		}
	}
}

// Run runs one case with a runtime of its own.
func (c Case) Run(ctx context.Context, newRuntime NewRuntime) Report {
	runtimes := newPool(newRuntime)
	defer runtimes.close()
	return runtimes.report(ctx, c)
}

func (p *pool) report(ctx context.Context, c Case) Report {
	started := time.Now()
	missing, err := p.run(ctx, c)
	report := Report{Case: c, Status: Passed, Missing: missing, Err: err, Elapsed: time.Since(started)}
	var old PythonTooOld
	switch {
	case errors.As(err, &old):
		report.Status, report.Err = NotApplicable, old
	case len(missing) > 0:
		report.Status = NotApplicable
	case err != nil:
		report.Status = Failed
	}
	return report
}

func (p *pool) run(ctx context.Context, c Case) (missing []coderuntime.Capability, err error) {
	if c.Limits.Wall == 0 {
		c.Limits.Wall = DefaultWall
	}
	rt, done, err := p.get(c)
	if c.Want.Refusal != "" {
		if err == nil {
			done()
		}
		return nil, expectError(err, c.Want.Refusal, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("making a runtime: %w", err)
	}
	defer done()
	for _, need := range c.Needs {
		if !slices.Contains(rt.Capabilities(), need) {
			missing = append(missing, need)
		}
	}
	if len(missing) > 0 {
		return missing, nil
	}
	return nil, c.runOn(ctx, rt)
}

func (c Case) runOn(ctx context.Context, rt coderuntime.Runtime) error {
	rec := &recorder{}
	req := coderuntime.Request{Program: c.Program, Bindings: rec.wrap(c.Bindings), OnLog: rec.log}
	drive := c.Drive
	if drive == nil {
		drive = func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
			return rt.Run(ctx, req)
		}
	}
	started := time.Now()
	result, err := drive(ctx, rt, req)
	elapsed := time.Since(started)
	calls, streamed := rec.close()
	if c.Want.Misuse != "" {
		return expectError(err, c.Want.Misuse, coderuntime.ErrMisuse)
	}
	if err != nil {
		return fmt.Errorf("Run: %w", err)
	}
	limits, err := c.Limits.Resolve()
	if err != nil {
		return err
	}
	outcome := Outcome{Result: result, Calls: calls, Elapsed: elapsed}
	problems := errors.Join(checkAlways(outcome, limits, streamed), c.Want.check(outcome))
	if problems != nil {
		return fmt.Errorf("%w\n%s", problems, describe(outcome))
	}
	return nil
}

// pool keeps one runtime for each set of limits.
type pool struct {
	make NewRuntime
	mu   sync.Mutex
	kept map[coderuntime.Limits]*pooled
}

type pooled struct {
	once    sync.Once
	runtime coderuntime.Runtime
	err     error
}

func newPool(newRuntime NewRuntime) *pool {
	return &pool{make: newRuntime, kept: map[coderuntime.Limits]*pooled{}}
}

// get returns a runtime for the case, and what to call when the case is done with it.
func (p *pool) get(c Case) (coderuntime.Runtime, func(), error) {
	if c.Closes {
		rt, err := p.make(c.Limits)
		if err != nil {
			return nil, nil, err
		}
		return rt, func() { _ = rt.Close(context.Background()) }, nil
	}
	p.mu.Lock()
	kept := p.kept[c.Limits]
	if kept == nil {
		kept = &pooled{}
		p.kept[c.Limits] = kept
	}
	p.mu.Unlock()
	kept.once.Do(func() { kept.runtime, kept.err = p.make(c.Limits) })
	return kept.runtime, func() {}, kept.err
}

func (p *pool) close() {
	for _, kept := range p.kept {
		if kept.err == nil && kept.runtime != nil {
			_ = kept.runtime.Close(context.Background())
		}
	}
}

// recorder notes what reached the host during one run.
type recorder struct {
	mu       sync.Mutex
	closed   bool
	calls    []string
	logs     []string
	meetings map[int]*meeting
}

type recorderKey struct{}

func (r *recorder) wrap(bindings []coderuntime.Namespace) []coderuntime.Namespace {
	if bindings == nil {
		bindings = []coderuntime.Namespace{Tools()}
	}
	wrapped := slices.Clone(bindings)
	for i, ns := range wrapped {
		functions := make(map[string]coderuntime.Function, len(ns.Functions))
		for name, function := range ns.Functions {
			functions[name] = r.function(ns.Global+"."+name, function)
		}
		wrapped[i].Functions = functions
	}
	return wrapped
}

func (r *recorder) function(name string, function coderuntime.Function) coderuntime.Function {
	if function == nil {
		return nil
	}
	return func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		r.mu.Lock()
		if !r.closed {
			r.calls = append(r.calls, name+" "+string(args))
		}
		r.mu.Unlock()
		return function(context.WithValue(ctx, recorderKey{}, r), args)
	}
}

func (r *recorder) log(entry string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.logs = append(r.logs, entry)
	}
}

func (r *recorder) close() (calls, logs []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.calls, r.logs
}

func (r *recorder) meeting(of int) *meeting {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.meetings == nil {
		r.meetings = map[int]*meeting{}
	}
	if r.meetings[of] == nil {
		r.meetings[of] = newMeeting(of)
	}
	return r.meetings[of]
}
