package bench

import (
	"context"
	"errors"
	"strings"
	"time"
)

// A Result is what came of a benchmark.
type Result struct {
	Name     string `json:"name"`
	Baseline string `json:"baseline"`
	Unit     Unit   `json:"unit"`
	Figures

	// Ratio is how many times the baseline's figure this one is: the median of the ratios of all
	// rounds. RatioLow and RatioHigh are their tenth and ninetieth percentile. They are 0 where
	// there is nothing to compare.
	Ratio     float64 `json:"ratio,omitempty"`
	RatioLow  float64 `json:"ratio_low,omitempty"`
	RatioHigh float64 `json:"ratio_high,omitempty"`

	// Also are further figures, by their unit.
	Also map[string]float64 `json:"also,omitempty"`

	// Error says why there are no figures: what cannot be done, or a wrong answer.
	Error string `json:"error,omitempty"`

	// Wrong says that an answer was wrong.
	Wrong bool `json:"wrong,omitempty"`
}

// A Plan says how to measure.
type Plan struct {
	// Time is how long each benchmark is measured; whatever it says, there are three rounds.
	Time time.Duration

	// Progress, if set, is told the name of each set of benchmarks before it is measured.
	Progress func(name string)
}

const (
	leastRounds = 3
	turnsInTime = 10 // a turn is a tenth of Plan.Time
)

// A contestant is a benchmark of a set while it is measured.
type contestant struct {
	Benchmark
	do     Operation
	all    Samples
	rounds []float64 // the figure of each round that is compared
	err    error
}

// Series measures the benchmarks and returns their results, a baseline before what is compared with
// it. Those that share a baseline take turns. When ctx ends, what is not measured yet is left out.
func (s *Session) Series(ctx context.Context, list []Benchmark, plan Plan) []Result {
	var results []Result
	for _, set := range sets(list) {
		if plan.Progress != nil {
			plan.Progress(set[0].title(len(set)))
		}
		field := make([]*contestant, len(set))
		for i, b := range set {
			field[i] = &contestant{Benchmark: b}
			field[i].do, field[i].err = b.Open(ctx, s)
		}
		contest(ctx, field, plan.Time)
		if ctx.Err() != nil {
			break
		}
		for _, c := range field {
			results = append(results, c.result(field[0]))
		}
	}
	return results
}

// title names a set: the whole group, or the workload that its benchmarks share.
func (b Benchmark) title(size int) string {
	if b.Name == baselineRun && size > 1 {
		return b.Group()
	}
	return b.Group() + "/" + b.Workload()
}

// contest lets the contestants take turns, first to last and again, until their time is over.
func contest(ctx context.Context, field []*contestant, each time.Duration) {
	budget := each * time.Duration(len(field))
	start := time.Now()
	for round := 0; ctx.Err() == nil && (round < leastRounds || time.Since(start) < budget); round++ {
		working := false
		for _, c := range field {
			if c.err == nil {
				working = true
				c.turn(ctx, each/turnsInTime)
			}
		}
		if !working {
			return
		}
	}
}

func (c *contestant) turn(ctx context.Context, length time.Duration) {
	var samples Samples
	for start := time.Now(); len(samples.Values) == 0 || time.Since(start) < length; {
		more, err := c.do(ctx, 1)
		if err != nil {
			c.err = err
			return
		}
		samples.Add(more)
	}
	c.all.Add(samples)
	c.rounds = append(c.rounds, samples.Figures().compared(c.Benchmark))
}

func (c *contestant) result(baseline *contestant) Result {
	r := Result{Name: c.Name, Baseline: c.Baseline, Unit: c.Unit}
	if c.err != nil {
		r.Error, _, _ = strings.Cut(c.err.Error(), "\n")
		r.Wrong = errors.Is(c.err, errWrong)
		return r
	}
	r.Figures, r.Also = c.all.Figures(), c.all.Also
	if c.Throughput {
		r.Also = map[string]float64{"runs/s": float64(time.Second) / r.Each}
	}
	if c == baseline || baseline.err != nil || baseline.Name != c.Baseline {
		return r
	}
	ratios := ratios(c.rounds, baseline.rounds)
	r.Ratio, r.RatioLow, r.RatioHigh = median(ratios), quantile(ratios, 0.1), quantile(ratios, 0.9)
	return r
}

// ratios compares round by round. A baseline of nothing compares with nothing.
func ratios(rounds, baseline []float64) []float64 {
	var list []float64
	for i := range min(len(rounds), len(baseline)) {
		if rounds[i] > 0 && baseline[i] > 0 {
			list = append(list, rounds[i]/baseline[i])
		}
	}
	return list
}
