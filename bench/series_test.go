package bench

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fake is a benchmark whose every sample has the value, or which fails once it has given so many.
func fake(name, baseline string, value float64, failAfter int, order *[]string) Benchmark {
	done := 0
	return Benchmark{Name: name, Baseline: baseline, Unit: Nanoseconds, open: func(context.Context, *Session) (Operation, error) {
		return func(context.Context, int) (Samples, error) {
			if done++; failAfter > 0 && done > failAfter {
				return Samples{}, wrongf("it was to fail")
			}
			*order = append(*order, name)
			return Samples{Values: []float64{value}, Elapsed: time.Duration(value)}, nil
		}, nil
	}}
}

func TestBenchmarksTakeTurnsWithTheirBaseline(t *testing.T) {
	var order []string
	list := []Benchmark{
		fake("G/a/w", "G/base/w", 10, 0, &order),
		fake("G/base/w", "G/base/w", 20, 0, &order),
		fake("G/b/w", "G/base/w", 60, 0, &order),
	}
	results := NewSession(Config{}).Series(t.Context(), list, Plan{})
	require.Len(t, results, 3)
	turns := []string{"G/base/w", "G/a/w", "G/b/w"}
	want := turns // each is done once before it is measured
	for range leastRounds {
		want = append(want, turns...)
	}
	assert.Equal(t, want, order)
	assert.Equal(t, []float64{0, 0.5, 3}, []float64{results[0].Ratio, results[1].Ratio, results[2].Ratio})
	assert.Equal(t, Figures{Count: leastRounds, Median: 60, P99: 60, Worst: 60, Each: 60}, results[2].Figures)
}

func TestWhatFailsIsReportedAndStopsNobodyElse(t *testing.T) {
	var order []string
	list := []Benchmark{
		fake("G/base/w", "G/base/w", 20, 0, &order),
		fake("G/wasm/w", "G/base/w", 10, 2, &order),
		fake("G/b/w", "G/base/w", 10, 0, &order),
	}
	report := Report{Results: NewSession(Config{}).Series(t.Context(), list, Plan{})}
	require.Len(t, report.Results, 3)
	assert.Contains(t, report.Results[1].Error, "it was to fail")
	assert.True(t, report.Results[1].Wrong)
	assert.Zero(t, report.Results[1].Ratio)
	assert.Equal(t, 0.5, report.Results[2].Ratio)
	assert.ErrorContains(t, report.Failed(), "G/wasm/w")
	var text strings.Builder
	require.NoError(t, report.WriteText(&text))
	assert.Contains(t, text.String(), "cannot")
}

func TestWhatAPeerCannotDoIsNoFailure(t *testing.T) {
	report := Report{Results: []Result{{Name: "CPU/monty/sqlite", Error: "no module named sqlite3"}}}
	assert.NoError(t, report.Failed())
}

func TestWhenTheCallerGivesUpTheRestIsLeftOut(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var order []string
	list := []Benchmark{fake("G/a/1", "G/a/1", 1, 0, &order), fake("G/a/2", "G/a/2", 1, 0, &order)}
	results := NewSession(Config{}).Series(ctx, list, Plan{Progress: func(name string) {
		if name == "G/2" {
			cancel(errors.New("enough"))
		}
	}})
	require.Len(t, results, 1)
	assert.Equal(t, "G/a/1", results[0].Name)
}

func TestSelectingABenchmarkSelectsItsBaseline(t *testing.T) {
	chosen := Select(Benchmarks(false), func(b Benchmark) bool { return b.Name == "Call/wasm/echo" })
	require.Len(t, chosen, 2)
	assert.Equal(t, "Call/wasm/echo", chosen[0].Name)
	assert.Equal(t, "Call/native/echo", chosen[1].Name)
	assert.Equal(t, "Call/native/echo", sets(chosen)[0][0].Name, "the baseline is measured first")
}

func TestEveryBenchmarkHasAUniqueNameAndABaselineThatExists(t *testing.T) {
	names := map[string]bool{}
	for _, b := range Benchmarks(true) {
		assert.Len(t, strings.SplitN(b.Name, "/", 3), 3, b.Name)
		assert.False(t, names[b.Name], b.Name)
		names[b.Name] = true
	}
	for _, b := range Benchmarks(true) {
		assert.True(t, names[b.Baseline], b.Baseline)
	}
}

func TestTargetsAreMeasuredByBenchmarksThatExist(t *testing.T) {
	var report Report
	for _, b := range Benchmarks(true) {
		result := Result{Name: b.Name, Baseline: b.Baseline, Unit: b.Unit, Figures: Figures{Count: 1, Median: 1, Worst: 1}, Ratio: 0.001}
		if b.Throughput {
			result.Also = map[string]float64{"runs/s": 1e6}
		}
		report.Results = append(report.Results, result)
	}
	for _, target := range report.Targets() {
		want := "met"
		if strings.HasPrefix(target.What, "CPU workloads, wasm to the stock") || strings.HasSuffix(target.What, "against pyodide") ||
			strings.HasPrefix(target.What, "native run, to") {
			assert.NotEmpty(t, target.Measured, target.What)
			continue
		}
		assert.Equal(t, want, target.Verdict(), target.What)
	}
	for _, target := range (Report{}).Targets() {
		assert.Equal(t, "not measured", target.Verdict(), target.What)
	}
}

func TestMeansAreThoseOfTheTurnsNotOfTheMedians(t *testing.T) {
	figures := func(median float64) Figures { return Figures{Count: 3, Median: median} }
	report := Report{Results: []Result{
		{Name: "CPU/native/a", Baseline: "CPU/native/a", Figures: figures(10), Ratio: 1},
		{Name: "CPU/wasm/a", Baseline: "CPU/native/a", Figures: figures(50), Ratio: 2},
		{Name: "CPU/stock-wasi/a", Baseline: "CPU/native/a", Figures: figures(60), Ratio: 8},
		{Name: "CPU/native/b", Baseline: "CPU/native/b"},
		{Name: "CPU/wasm/b", Baseline: "CPU/native/b", Figures: figures(50)},
		{Name: "CPU/stock-wasi/b", Baseline: "CPU/native/b", Error: "cannot"},
	}}
	measured := map[string]string{}
	for _, target := range report.Targets() {
		measured[target.What] = target.Measured
	}
	assert.Equal(t, "2.00x", measured["CPU workloads, wasm to native, geometric mean"])
	assert.Equal(t, "4.00x less", measured["CPU workloads, wasm to the stock WASI build, geometric mean"])
	assert.Empty(t, measured["metering, CPU workloads, wasm to the same module without it, geometric mean"])
}

func TestQuantilesLieBetweenTheValues(t *testing.T) {
	values := []float64{40, 10, 30, 20}
	assert.Equal(t, 25.0, median(values))
	assert.Equal(t, 40.0, quantile(values, 1))
	assert.Equal(t, []float64{40, 10, 30, 20}, values, "they are left as they were")
	assert.Zero(t, median(nil))
	assert.InDelta(t, 2.0, geometricMean([]float64{1, 4}), 1e-9)
}

func TestFiguresAreSpelledWithThreeDigitsAndAUnit(t *testing.T) {
	assert.Equal(t, "1.50 ms", amount(1.5e6, Nanoseconds))
	assert.Equal(t, "150 µs", amount(1.5e5, Nanoseconds))
	assert.Equal(t, "2.00 KiB", amount(2048, Bytes))
	assert.Equal(t, "0", amount(0, Bytes))
	assert.Equal(t, "4.00x less", ratio(0.25))
	assert.Equal(t, "12.5x", ratio(12.5))
}
