package bench

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"coderuntime"
)

// A footprint is the memory that a process and its descendants hold. Shared counts pages that others
// map too by their part (the kernel's PSS), so that sums are what is really used. Resident counts
// every page as often as it is mapped (RSS).
type footprint struct{ shared, resident int64 }

func (f footprint) since(before footprint) footprint {
	return footprint{f.shared - before.shared, f.resident - before.resident}
}

// per makes figures of a footprint that so many runs share. The value is PSS; RSS stands beside it.
func (f footprint) per(count int) Samples {
	return Samples{
		Values: []float64{max(0, float64(f.shared)) / float64(count)},
		Also:   map[string]float64{"rss-B": max(0, float64(f.resident)) / float64(count)},
	}
}

// memories measures memory, of this process and those that it started:
//
//	suspended-N      of a run, while N of them wait for a host function
//	after-100MiB     of a runtime whose last program held 100 MiB and has ended
//	process          of a process of the command, its Python included, while its program sleeps
func memories() []Benchmark {
	var list []Benchmark
	add := func(subject, workload string, open func(context.Context, *Session) (Operation, error)) {
		b := compared("Memory", subject, workload, subjectNative)
		b.Unit, b.open = Bytes, open
		list = append(list, b)
	}
	onRuntime := func(subject string, measure func(coderuntime.Runtime) Operation) func(context.Context, *Session) (Operation, error) {
		return func(ctx context.Context, s *Session) (Operation, error) {
			rt, err := s.Runtime(ctx, subject)
			if err != nil {
				return nil, err
			}
			return measure(rt), nil
		}
	}
	waiting := func(subject string, count int) func(context.Context, *Session) (Operation, error) {
		return func(ctx context.Context, s *Session) (Operation, error) { return s.suspended(subject, count), nil }
	}
	for _, subject := range backends {
		add(subject, "suspended-100", waiting(subject, 100))
		add(subject, "after-100MiB", onRuntime(subject, afterPeak))
		add(subject, "process", func(ctx context.Context, s *Session) (Operation, error) {
			start, err := s.command(ctx, subject, "import asyncio\nprint(1)\nawait asyncio.sleep(100)")
			if err != nil {
				return nil, err
			}
			return wholeProcess(start), nil
		})
	}
	many := Benchmark{Name: "Memory/wasm/suspended-2000", Unit: Bytes, Baseline: "Memory/native/suspended-100"}
	many.open = waiting(subjectWasm, 2000)
	return append(list, many)
}

// suspended measures the growth of this process and its descendants for each of so many runs that
// wait for a host function, on a runtime that keeps nothing of earlier ones.
func (s *Session) suspended(subject string, count int) Operation {
	return func(ctx context.Context, _ int) (_ Samples, err error) {
		rt, err := s.open(ctx, subject, coderuntime.Limits{Wall: 10 * time.Minute}) // the first waits until the last does
		if err != nil {
			return Samples{}, err
		}
		defer func() { err = errors.Join(err, rt.Close(ctx)) }()
		before, err := settled(os.Getpid())
		if err != nil {
			return Samples{}, err
		}
		start := time.Now()
		under, err := suspend(ctx, rt, count)
		var after footprint
		if err == nil {
			after, err = settled(os.Getpid())
		}
		elapsed := time.Since(start)
		for _, r := range under {
			r.cancel()
		}
		for _, r := range under {
			if _, stopErr := r.stop(); err == nil {
				err = stopErr
			}
		}
		samples := after.since(before).per(count)
		samples.Elapsed = elapsed
		return samples, err
	}
}

// suspend starts so many runs and returns those that wait, also when others failed.
func suspend(ctx context.Context, rt coderuntime.Runtime, count int) ([]*spinning, error) {
	waiting := spin{name: "suspended", spin: "await tools.hang(None)", hangs: true}
	under := make([]*spinning, count)
	errs := make([]error, count)
	turns := make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i := range count {
		turns <- struct{}{}
		all.Go(func() {
			under[i], errs[i] = waiting.start(ctx, rt)
			<-turns
		})
	}
	all.Wait()
	under = slices.DeleteFunc(under, func(r *spinning) bool { return r == nil })
	if len(under) < count {
		return under, errors.Join(errs...)
	}
	return under, nil
}

// peakSize is what the program of afterPeak holds.
const peakSize = 100 << 20

// afterPeak measures what is left of a program that held much.
func afterPeak(rt coderuntime.Runtime) Operation {
	text := "held = bytearray(" + strconv.Itoa(peakSize) + ")\n" +
		"for at in range(0, len(held), 1024): held[at] = 1\nreturn sum(held[::1024])"
	return func(ctx context.Context, _ int) (Samples, error) {
		before, err := settled(os.Getpid())
		if err != nil {
			return Samples{}, err
		}
		start := time.Now()
		result, err := run(ctx, rt, coderuntime.Request{Program: text})
		if err != nil {
			return Samples{}, err
		}
		if want := strconv.Itoa(peakSize / 1024); string(result.Value) != want {
			return Samples{}, wrongf("%.100s, want %s", result.Value, want)
		}
		after, err := settled(os.Getpid())
		if err != nil {
			return Samples{}, err
		}
		samples := after.since(before).per(1)
		samples.Elapsed = time.Since(start)
		return samples, nil
	}
}

// settled gives back what Go's heap doesn't use, and returns the footprint of a process and its
// descendants once it keeps still, or after a second.
func settled(pid int) (footprint, error) {
	debug.FreeOSMemory()
	last, err := footprintOf(pid)
	for range 20 {
		if err != nil {
			return last, err
		}
		time.Sleep(50 * time.Millisecond)
		before := last
		last, err = footprintOf(pid)
		if change := last.shared - before.shared; change > -4096 && change < 4096 {
			break
		}
	}
	return last, err
}

// wholeProcess measures the memory of a process and its descendants that has printed a line.
func wholeProcess(start func(ctx context.Context) *exec.Cmd) Operation {
	return func(ctx context.Context, _ int) (Samples, error) {
		began := time.Now()
		cmd := start(ctx)
		line, wait, err := firstLine(cmd)
		if err != nil {
			return Samples{}, err
		}
		used, err := settled(cmd.Process.Pid)
		if stopErr := cmd.Process.Signal(os.Interrupt); stopErr != nil && err == nil {
			err = stopErr
		}
		_ = wait() // it was interrupted, so it fails
		if err == nil && line != "1\n" {
			err = wrongf("%q, want 1", line)
		}
		samples := used.per(1)
		samples.Elapsed = time.Since(began)
		return samples, err
	}
}
