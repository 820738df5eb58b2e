package bench

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"coderuntime"
	"coderuntime/conformance"
)

// A CaseResult is what the time of a conformance case came to. The ratio is that of wasm to native.
type CaseResult struct {
	Name   string  `json:"name"`
	Wasm   Figures `json:"wasm"`
	Native Figures `json:"native"`
	Ratio  float64 `json:"ratio,omitempty"`

	// Error says why a backend did not pass.
	Error string `json:"error,omitempty"`

	// Missing are the capabilities for want of which a backend does not run it.
	Missing []coderuntime.Capability `json:"missing,omitempty"`
}

// A caseRun is a case on one backend.
type caseRun struct {
	conformance.Case
	open    conformance.NewRuntime
	samples Samples
	rounds  []float64
	report  conformance.Report
}

// Conformance times the cases of the conformance suite on both backends in turns, and returns them
// with the slowest ratios first. Cases in which nothing runs, because the limits are refused, are left
// out. So is the rest when ctx ends.
func (s *Session) Conformance(ctx context.Context, cases []conformance.Case, plan Plan) []CaseResult {
	runtimes := map[string]*keptRuntimes{}
	for _, subject := range backends {
		runtimes[subject] = &keptRuntimes{session: s, subject: subject, byLimits: map[coderuntime.Limits]coderuntime.Runtime{}}
		defer runtimes[subject].close(context.WithoutCancel(ctx))
	}
	var results []CaseResult
	for _, c := range cases {
		if c.Want.Refusal != "" {
			continue
		}
		if plan.Progress != nil {
			plan.Progress(c.Name)
		}
		onWasm := &caseRun{Case: c, open: runtimes[subjectWasm].opener(ctx, c)}
		onNative := &caseRun{Case: c, open: runtimes[subjectNative].opener(ctx, c)}
		timeCase(ctx, onWasm, onNative, plan.Time)
		if ctx.Err() != nil {
			break
		}
		results = append(results, caseResult(onWasm, onNative))
	}
	slices.SortStableFunc(results, func(a, b CaseResult) int {
		switch {
		case a.Ratio > b.Ratio:
			return -1
		case a.Ratio < b.Ratio:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return results
}

// timeCase runs the case on both backends in turns, once untimed, until the time is over.
func timeCase(ctx context.Context, a, b *caseRun, each time.Duration) {
	if !a.turn(ctx) || !b.turn(ctx) {
		return
	}
	a.samples, b.samples, a.rounds, b.rounds = Samples{}, Samples{}, nil, nil
	start := time.Now()
	for round := 0; ctx.Err() == nil && (round < leastRounds || time.Since(start) < each); round++ {
		if !a.turn(ctx) || !b.turn(ctx) {
			return
		}
	}
}

// turn runs the case once and reports whether it passed. Only the run is timed, not the making of a
// runtime.
func (r *caseRun) turn(ctx context.Context) bool {
	c := r.Case
	drive := c.Drive
	if drive == nil {
		drive = func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
			return rt.Run(ctx, req)
		}
	}
	var took time.Duration
	c.Drive = func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
		start := time.Now()
		defer func() { took = time.Since(start) }()
		return drive(ctx, rt, req)
	}
	r.report = c.Run(ctx, r.open)
	if r.report.Status != conformance.Passed {
		return false
	}
	r.samples.took(took)
	r.rounds = append(r.rounds, float64(took))
	return true
}

func caseResult(wasm, native *caseRun) CaseResult {
	result := CaseResult{Name: wasm.Name, Wasm: wasm.samples.Figures(), Native: native.samples.Figures()}
	for _, on := range []struct {
		subject string
		run     *caseRun
	}{{subjectWasm, wasm}, {subjectNative, native}} {
		switch on.run.report.Status {
		case conformance.Failed:
			text, _, _ := strings.Cut(on.run.report.Err.Error(), "\n")
			result.Error = on.subject + ": " + text
		case conformance.NotApplicable:
			result.Missing = append(result.Missing, on.run.report.Missing...)
		}
	}
	if result.Error == "" && len(result.Missing) == 0 {
		result.Ratio = median(ratios(wasm.rounds, native.rounds))
	}
	return result
}

// caseTable returns the rows of cases, the head first.
func caseTable(results []CaseResult) [][]string {
	rows := [][]string{{"", "n", "wasm", "native", "", "wasm to native", ""}}
	for _, r := range results {
		switch {
		case r.Error != "":
			rows = append(rows, []string{r.Name, "", "FAILED", r.Error})
		case len(r.Missing) > 0:
			needs := make([]string, len(r.Missing))
			for i, capability := range r.Missing {
				needs[i] = string(capability)
			}
			rows = append(rows, []string{r.Name, "", "not applicable", "needs " + strings.Join(needs, ", ")})
		default:
			rows = append(rows, []string{
				r.Name, strconv.Itoa(r.Wasm.Count), amount(r.Wasm.Median, Nanoseconds),
				amount(r.Native.Median, Nanoseconds), "", ratio(r.Ratio), "",
			})
		}
	}
	return rows
}

// keptRuntimes keeps the runtimes of a backend, one for each set of limits, from turn to turn.
type keptRuntimes struct {
	session  *Session
	subject  string
	byLimits map[coderuntime.Limits]coderuntime.Runtime
}

// opener returns what gives a case its runtime: a kept one, unless the case closes it.
func (k *keptRuntimes) opener(ctx context.Context, c conformance.Case) conformance.NewRuntime {
	return func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		if c.Closes {
			return k.session.open(ctx, k.subject, limits)
		}
		if known := k.byLimits[limits]; known != nil {
			return kept{known}, nil
		}
		rt, err := k.session.open(ctx, k.subject, limits)
		if err != nil {
			return nil, err
		}
		k.byLimits[limits] = rt
		return kept{rt}, nil
	}
}

func (k *keptRuntimes) close(ctx context.Context) {
	for _, rt := range k.byLimits {
		_ = rt.Close(ctx) // nothing runs any more
	}
}

// kept is a runtime that outlives the one who was lent it.
type kept struct{ coderuntime.Runtime }

func (kept) Close(context.Context) error { return nil }
