package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"coderuntime"
	"coderuntime/internal/hostile"
)

// FramesConfig says how many forged lines to send.
type FramesConfig struct {
	Backends []Backend
	// Lines is how many lines there are in all, an equal part on each backend.
	Lines int
	// Seed makes the first stream; each further stream has the next.
	Seed uint64
	// Parallel is how many streams are under way at once on a backend.
	Parallel int
}

// linesOfAStream is about how many lines a program sends. The program has them in its text.
const linesOfAStream = 1000

// heapBound is how far the Go heap may grow while streams run: a frame may have 64 MiB, of which the
// decoder may hold two copies.
const heapBound = 256 * coderuntime.MiB

// A FramesReport is what came of the lines, for each backend.
type FramesReport struct {
	Backends []FramesOfBackend
	Wrong    []string
	Grown    []string
}

// FramesOfBackend is what came of the lines on one backend.
type FramesOfBackend struct {
	Name                                 string
	Lines, Streams, Calls, Entries, Ends int
	Bytes                                coderuntime.ByteSize
	Took                                 time.Duration
	Before, After                        Holdings
	HeapPeak                             coderuntime.ByteSize
}

// Frames runs streams of forged lines on each backend, one backend after the other. The error says
// why it could not.
func Frames(ctx context.Context, config FramesConfig) (FramesReport, error) {
	var report FramesReport
	for _, b := range config.Backends {
		if err := framesOn(ctx, config, b, &report); err != nil {
			return report, err
		}
	}
	return report, nil
}

func framesOn(ctx context.Context, config FramesConfig, b Backend, report *FramesReport) (err error) {
	rt, err := b.Open(hostile.Limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Close(context.WithoutCancel(ctx))) }()
	var mu sync.Mutex
	of := FramesOfBackend{Name: b.Name}
	var seed atomic.Uint64
	seed.Store(config.Seed)
	stream := func() bool {
		s := hostile.New(seed.Add(1) - 1).Stream(linesOfAStream)
		err := s.Run(ctx, rt)
		if ctx.Err() != nil {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		of.Lines += s.Lines
		of.Streams++
		of.Calls += len(s.Calls)
		of.Entries += len(s.Logs)
		of.Bytes += coderuntime.ByteSize(len(s.Bytes))
		if s.Ends {
			of.Ends++
		}
		if err != nil && len(report.Wrong) < mostWrong {
			report.Wrong = append(report.Wrong, fmt.Sprintf("%s: %v", b.Name, err))
		}
		return of.Lines < config.Lines/len(config.Backends)
	}
	for range config.Parallel { // warms up
		if !stream() {
			break
		}
	}
	of.Before = settled(Holdings{})
	started := time.Now()
	of.HeapPeak = heapPeak(func() {
		var running sync.WaitGroup
		for range config.Parallel {
			running.Go(func() {
				for stream() {
				}
			})
		}
		running.Wait()
	})
	of.Took = time.Since(started)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	of.After = settled(of.Before)
	for _, each := range of.Before.grownTo(of.After) {
		report.Grown = append(report.Grown, b.Name+": "+each)
	}
	if grew := of.HeapPeak - of.Before.Heap; grew > heapBound {
		report.Grown = append(report.Grown, fmt.Sprintf("%s: the heap grew by %s meanwhile", b.Name, size(grew)))
	}
	report.Backends = append(report.Backends, of)
	return nil
}

// heapPeak is the largest the Go heap is seen while f runs.
func heapPeak(f func()) coderuntime.ByteSize {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	stop, peak := make(chan struct{}), make(chan coderuntime.ByteSize)
	go func() {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		var most uint64
		for {
			metrics.Read(heap)
			most = max(most, heap[0].Value.Uint64())
			select {
			case <-tick.C:
			case <-stop:
				peak <- coderuntime.ByteSize(most)
				return
			}
		}
	}()
	f()
	close(stop)
	return <-peak
}

// WriteText prints the report, a column for each backend.
func (r FramesReport) WriteText(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(what string, cell func(FramesOfBackend) string) {
		fmt.Fprint(table, what)
		for _, b := range r.Backends {
			fmt.Fprintf(table, "\t%s", cell(b))
		}
		fmt.Fprintln(table)
	}
	row("forged on", func(b FramesOfBackend) string { return b.Name })
	row("lines", func(b FramesOfBackend) string { return fmt.Sprint(b.Lines) })
	row("bytes", func(b FramesOfBackend) string { return size(b.Bytes) })
	row("streams", func(b FramesOfBackend) string { return fmt.Sprint(b.Streams) })
	row("that ended their run", func(b FramesOfBackend) string { return fmt.Sprint(b.Ends) })
	row("calls that reached the host", func(b FramesOfBackend) string { return fmt.Sprint(b.Calls) })
	row("log entries kept", func(b FramesOfBackend) string { return fmt.Sprint(b.Entries) })
	row("took", func(b FramesOfBackend) string { return b.Took.Round(time.Second / 10).String() })
	row("largest Go heap", func(b FramesOfBackend) string { return size(b.HeapPeak) })
	row("resident memory, before and after", func(b FramesOfBackend) string { return size(b.Before.RSS) + ", " + size(b.After.RSS) })
	row("goroutines", func(b FramesOfBackend) string { return number(b.Before.Goroutines) + ", " + number(b.After.Goroutines) })
	row("file descriptors", func(b FramesOfBackend) string {
		return number(b.Before.Descriptors) + ", " + number(b.After.Descriptors)
	})
	row("child processes", func(b FramesOfBackend) string { return number(b.Before.Children) + ", " + number(b.After.Children) })
	fmt.Fprintln(table)
	if err := table.Flush(); err != nil {
		return err
	}
	return verdict(out, r.Wrong, r.Grown)
}
