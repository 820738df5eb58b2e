package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Unit is what a figure counts.
type Unit string

// The units of figures.
const (
	Nanoseconds Unit = "ns"
	Bytes       Unit = "B"
)

// A Benchmark is one thing to measure.
type Benchmark struct {
	// Name is group/subject/workload.
	Name string

	// Baseline is the name of the benchmark that this one is compared with; its own if none.
	Baseline string

	// Unit is what its figures count.
	Unit Unit

	// Throughput says that it is compared by the time that all its work took, not by the median.
	Throughput bool

	open func(ctx context.Context, s *Session) (Operation, error)
}

// An Operation does what is measured: n times, or as often as is sensible, but at least once.
type Operation func(ctx context.Context, n int) (Samples, error)

// Samples are what an operation measured.
type Samples struct {
	// Values are in the benchmark's unit, one for each time that it was done.
	Values []float64

	// Elapsed is how long all of it took, without what only prepares.
	Elapsed time.Duration

	// Also are further figures, by their unit.
	Also map[string]float64
}

// Add adds what was measured later. Of further figures, the latest count.
func (s *Samples) Add(more Samples) {
	s.Values = append(s.Values, more.Values...)
	s.Elapsed += more.Elapsed
	if more.Also != nil {
		s.Also = more.Also
	}
}

func (s *Samples) took(d time.Duration) {
	s.Values = append(s.Values, float64(d))
	s.Elapsed += d
}

// Group is the first part of the name.
func (b Benchmark) Group() string { return b.part(0) }

// Subject is the second part of the name: what is measured.
func (b Benchmark) Subject() string { return b.part(1) }

// Workload is the third part of the name: what it does meanwhile.
func (b Benchmark) Workload() string { return b.part(2) }

func (b Benchmark) part(i int) string { return strings.SplitN(b.Name, "/", 3)[i] }

// Open prepares the benchmark and does it once, so that its first figure is not that of a beginning.
func (b Benchmark) Open(ctx context.Context, s *Session) (Operation, error) {
	do, err := b.open(ctx, s)
	if err != nil {
		return nil, err
	}
	if _, err := do(ctx, 1); err != nil {
		return nil, err
	}
	return do, nil
}

// errWrong is wrapped by the error of an operation whose result is not the one that it must have.
var errWrong = errors.New("wrong answer")

func wrongf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errWrong, fmt.Sprintf(format, args...))
}

// Benchmarks returns all of them, those of the peers only if they are asked for.
func Benchmarks(peers bool) []Benchmark {
	list := slices.Concat(
		runs(), calls(), coldProcesses(), concurrency(), aborts(), stalls(), memories(), workloads())
	if peers {
		list = append(list, peerBenchmarks()...)
	}
	return append(list, metering()...) // last: a second interpreter makes the heap larger for all that follow
}

// Select returns the benchmarks that are wanted and, before each that needs it, its baseline.
func Select(all []Benchmark, want func(Benchmark) bool) []Benchmark {
	chosen := map[string]bool{}
	for _, b := range all {
		if want(b) {
			chosen[b.Name], chosen[b.Baseline] = true, true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(b Benchmark) bool { return !chosen[b.Name] })
}

// sets groups the benchmarks so that each stands with its baseline, which comes first. The order is
// otherwise kept.
func sets(list []Benchmark) [][]Benchmark {
	index := map[string]int{}
	var grouped [][]Benchmark
	for _, b := range list {
		i, known := index[b.Baseline]
		if !known {
			i = len(grouped)
			index[b.Baseline] = i
			grouped = append(grouped, nil)
		}
		if b.Name == b.Baseline {
			grouped[i] = slices.Insert(grouped[i], 0, b)
		} else {
			grouped[i] = append(grouped[i], b)
		}
	}
	return grouped
}

// compared makes a benchmark whose baseline is the same workload on another subject.
func compared(group, subject, workload, with string) Benchmark {
	return Benchmark{
		Name:     group + "/" + subject + "/" + workload,
		Baseline: group + "/" + with + "/" + workload,
		Unit:     Nanoseconds,
	}
}
