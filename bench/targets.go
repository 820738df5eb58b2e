package bench

import (
	"math"
	"strings"
	"time"
)

// A Target is a figure that the project has set itself, and what was measured.
type Target struct {
	What, Target string
	// Measured is empty if what it needs was not measured.
	Measured string
	Met      bool
}

// Verdict is the target's state in a word or two.
func (t Target) Verdict() string {
	switch {
	case t.Measured == "":
		return "not measured"
	case t.Met:
		return "met"
	}
	return "missed"
}

// Targets compares the report with the project's targets.
func (r Report) Targets() []Target {
	f := r.byName()
	echo := f["Call/pyodide/echo"].Median
	list := []Target{
		f.below("fresh `return 1`, wasm", "Run/wasm/return-1", 200*time.Microsecond),
		f.ratioBelow("fresh `return 1`, wasm, to `python3 -I -c pass`", "Run/wasm/return-1", 1.0/150),
		f.below("native run, interpreter started ahead", "Run/native-prestart/return-1", 5*time.Millisecond),
		f.overheadBelow("native run, to `python3 -I -c \"import asyncio, json\"`",
			"Run/native/return-1", "Run/python3-I/import-asyncio-json", 1.15),
		f.below("awaited echo call, wasm", "Call/wasm/echo", 15*time.Microsecond),
		f.below("awaited echo call, native", "Call/native/echo", 60*time.Microsecond),
		f.below("awaited echo call, wasm, against pyodide", "Call/wasm/echo", time.Duration(echo)),
		f.below("awaited echo call, native, against pyodide", "Call/native/echo", time.Duration(echo)),
		r.meanBelow("CPU workloads, wasm to native, geometric mean", "CPU", "native", 2),
		r.meanBelow("CPU workloads, wasm to the stock WASI build, geometric mean", "CPU", "stock-wasi", 1.0/3),
		r.meanBelow("metering, CPU workloads, wasm to the same module without it, geometric mean", "Metering", "unmetered", 1.08),
		f.below("process start to first result, wasm", "ColdProcess/wasm/return-1", 250*time.Millisecond),
		f.throughput("fresh runs a second, wasm", "Concurrency/wasm/", 4000),
		f.memoryBelow("memory of a suspended run, wasm", "Memory/wasm/suspended-2000", 0.8*(1<<20)),
		f.worstBelow("abort of a run, wasm, worst", "Abort/wasm/", 10*time.Millisecond),
		f.worstBelow("stall of Go's collector, wasm, worst", "GC/wasm/", 5*time.Millisecond),
	}
	return list
}

// byName has the results with figures.
type byName map[string]Result

func (r Report) byName() byName {
	f := byName{}
	for _, result := range r.Results {
		if result.Error == "" {
			f[result.Name] = result
		}
	}
	return f
}

func (f byName) below(what, name string, most time.Duration) Target {
	t := Target{What: what, Target: "at most " + amount(float64(most), Nanoseconds)}
	if r, ok := f[name]; ok && most > 0 {
		t.Measured, t.Met = amount(r.Median, Nanoseconds), r.Median <= float64(most)
	}
	if most == 0 {
		t.Target = "less than pyodide's"
	}
	return t
}

func (f byName) ratioBelow(what, name string, most float64) Target {
	t := Target{What: what, Target: ratio(most)}
	if r, ok := f[name]; ok && r.Ratio > 0 {
		t.Measured, t.Met = ratio(r.Ratio), r.Ratio <= most
	}
	return t
}

func (f byName) overheadBelow(what, name, with string, most float64) Target {
	t := Target{What: what, Target: "at most " + ratio(most)}
	a, b := f[name], f[with]
	if a.Median > 0 && b.Median > 0 {
		t.Measured, t.Met = ratio(a.Median/b.Median), a.Median <= most*b.Median
	}
	return t
}

// meanBelow compares wasm with another subject on the workloads that both can run.
func (r Report) meanBelow(what, group, with string, most float64) Target {
	t := Target{What: what, Target: "at most " + ratio(most)}
	if most < 1 {
		t.Target = "at least " + ratio(most)
	}
	f := r.byName()
	var ratios []float64
	for name, result := range f {
		workload, ok := strings.CutPrefix(name, group+"/wasm/")
		other, both := f[group+"/"+with+"/"+workload]
		if r := result.to(other); ok && both && r > 0 && !math.IsInf(r, 1) {
			ratios = append(ratios, r)
		}
	}
	if len(ratios) > 0 {
		mean := geometricMean(ratios)
		t.Measured, t.Met = ratio(mean), mean <= most
	}
	return t
}

// to is the ratio to another result of the series, which has the same baseline or is it. It goes by the turns: the
// medians of the two may be of other times, in which the machine was slower.
func (r Result) to(other Result) float64 {
	if r.Baseline != other.Name {
		return r.Ratio / other.Ratio
	}
	return r.Ratio
}

// throughput takes the best of the degrees of concurrency.
func (f byName) throughput(what, prefix string, least float64) Target {
	t := Target{What: what, Target: "at least " + figure(least)}
	var best float64
	for name, r := range f {
		if strings.HasPrefix(name, prefix) {
			best = max(best, r.Also["runs/s"])
		}
	}
	if best > 0 {
		t.Measured, t.Met = figure(best), best >= least
	}
	return t
}

func (f byName) memoryBelow(what, name string, most float64) Target {
	t := Target{What: what, Target: "at most " + amount(most, Bytes)}
	if r, ok := f[name]; ok {
		t.Measured, t.Met = amount(r.Median, Bytes), r.Median <= most
	}
	return t
}

// worstBelow takes the worst of all workloads.
func (f byName) worstBelow(what, prefix string, most time.Duration) Target {
	t := Target{What: what, Target: "at most " + amount(float64(most), Nanoseconds)}
	var worst float64
	for name, r := range f {
		if strings.HasPrefix(name, prefix) {
			worst = max(worst, r.Worst)
		}
	}
	if worst > 0 {
		t.Measured, t.Met = amount(worst, Nanoseconds), worst <= float64(most)
	}
	return t
}
