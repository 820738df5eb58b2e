package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"coderuntime"
)

// collections is how often a process collects for one operation.
const collections = 100

// Stalls are what collections took beside a program, in nanoseconds, one for each.
type Stalls struct {
	// Waits are how long the collector waited, with everything else at a standstill, until the last
	// goroutine had stopped: the longest of the stops of each collection, rounded up to what the
	// runtime tells apart, a quarter of the value at most.
	Waits []float64 `json:"waits_ns"`

	// Whole are the times of runtime.GC.
	Whole []float64 `json:"whole_ns"`
}

const (
	// stallIdle is the stall benchmark without a program: what the runtime takes itself.
	stallIdle = "idle/nothing"
	// stallGo is the one beside a goroutine that computes, which the runtime can stop anywhere.
	stallGo = "go/loop"
)

// stalls measures what a spinning guest does to Go's collector, each in a process of its own, whose heap
// has nothing but one runtime.
func stalls() []Benchmark {
	list := []Benchmark{stall(stallIdle), stall(stallGo)}
	for _, s := range spins {
		if s.waits {
			continue
		}
		for _, subject := range backends {
			list = append(list, stall(subject+"/"+s.name))
		}
	}
	return list
}

func stall(name string) Benchmark {
	return Benchmark{
		Name:     "GC/" + name,
		Baseline: "GC/" + stallIdle,
		Unit:     Nanoseconds,
		open: func(ctx context.Context, s *Session) (Operation, error) {
			if s.config.Coderun == "" {
				return nil, errNoCommand
			}
			var whole []float64
			return func(ctx context.Context, _ int) (Samples, error) {
				start := time.Now()
				measured, err := s.stallsElsewhere(ctx, name)
				if err != nil {
					return Samples{}, err
				}
				whole = append(whole, measured.Whole...)
				return Samples{
					Values:  measured.Waits,
					Elapsed: time.Since(start),
					Also: map[string]float64{
						"collection-median-ns": median(whole),
						"collection-worst-ns":  quantile(whole, 1),
					},
				}, nil
			}, nil
		},
	}
}

// stallsElsewhere has a process of the command measure.
func (s *Session) stallsElsewhere(ctx context.Context, name string) (Stalls, error) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, s.config.Coderun, "bench", "--stalls", name, "--python", s.config.Python)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return Stalls{}, fmt.Errorf("measure in another process: %w: %.200s", err, strings.TrimSpace(stderr.String()))
	}
	var measured Stalls
	if err := json.Unmarshal(out, &measured); err != nil {
		return Stalls{}, fmt.Errorf("measure in another process: %w", err)
	}
	if len(measured.Waits) == 0 || len(measured.Waits) != len(measured.Whole) {
		return Stalls{}, wrongf("%d waits of %d collections", len(measured.Waits), len(measured.Whole))
	}
	return measured, nil
}

// ErrNoStall is wrapped by the error of WriteStalls for a name that no benchmark has.
var ErrNoStall = errors.New("bench: there is no such benchmark of the collector")

// WriteStalls measures in this process and writes the Stalls as JSON. The name is that of a
// benchmark, without its group. The process should have done nothing else.
func WriteStalls(ctx context.Context, w io.Writer, config Config, name string) (err error) {
	subject, workload, _ := strings.Cut(name, "/")
	at := slices.IndexFunc(spins, func(s spin) bool { return s.name == workload && !s.waits })
	if name != stallIdle && name != stallGo && (at < 0 || !slices.Contains(backends, subject)) {
		return fmt.Errorf("%w: %q", ErrNoStall, name)
	}
	s := NewSession(config)
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	if name == stallIdle || name == stallGo {
		subject = subjectWasm // has the larger heap
	}
	rt, err := s.Runtime(ctx, subject)
	if err != nil {
		return err
	}
	if _, err := run(ctx, rt, coderuntime.Request{Program: "return 1"}); err != nil {
		return err
	}
	stop := func() error { return nil }
	switch name {
	case stallIdle:
	case stallGo:
		stop = compute()
	default:
		r, err := spins[at].start(ctx, rt)
		if err != nil {
			return err
		}
		stop = func() error { _, err := r.stop(); return err }
	}
	measured := collect(collections)
	if err := stop(); err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(measured)
}

// compute has a goroutine compute until it is told to stop.
func compute() (stop func() error) {
	var over atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 1; !over.Load(); n = n*31 + 1 {
			sink.Store(int64(n))
		}
	}()
	return func() error {
		over.Store(true)
		<-done
		return nil
	}
}

// sink keeps compute from being optimised away.
var sink atomic.Int64

// collect collects so many times.
func collect(n int) Stalls {
	var measured Stalls
	before := stops()
	for range n {
		start := time.Now()
		runtime.GC()
		measured.Whole = append(measured.Whole, float64(time.Since(start)))
		after := stops()
		measured.Waits = append(measured.Waits, longest(before, after))
		before = after
	}
	return measured
}

// stops returns how long it took until everything stood still, each time that the collector needed that.
func stops() *metrics.Float64Histogram {
	sample := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(sample)
	return sample[0].Value.Float64Histogram()
}

// longest returns the upper bound, in nanoseconds, of the longest time that is in one histogram and not yet
// in an earlier one; 0 if there is none.
func longest(before, after *metrics.Float64Histogram) float64 {
	for i := len(after.Counts) - 1; i >= 0; i-- {
		if after.Counts[i] == before.Counts[i] {
			continue
		}
		bound := after.Buckets[i+1]
		if math.IsInf(bound, 1) {
			bound = after.Buckets[i]
		}
		return bound * float64(time.Second)
	}
	return 0
}
