// Package soak runs programs of every kind on the backends for a long time, and says whether this
// process holds more in the end than it did at the start. It also runs streams of forged frames, a
// million for example, and says whether each came to what it must.
package soak

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"coderuntime"
	"coderuntime/conformance"
)

// A Backend is one to run programs on.
type Backend struct {
	Name string
	Open conformance.NewRuntime
}

// Config says what to run.
type Config struct {
	Backends []Backend
	// Time is how long programs run, from the start sample to the end sample. What comes before the
	// first warms up and is not counted.
	Time time.Duration
	// Parallel is how many runs are under way at once.
	Parallel int
	// WarmUp is how often each program runs before the start sample. 0 stands for twice Parallel.
	WarmUp int
	// Progress, if set, is told of each sample.
	Progress func(Sample)

	without []string // names of programs to leave out
}

// A Sample is what this process held at a moment when nothing ran.
type Sample struct {
	When string // start, middle or end
	Runs int    // since the start
	Holdings
}

// A Report is what came of a soak.
type Report struct {
	Samples  []Sample
	Outcomes map[Outcome]int
	// Wrong are outcomes that must not be, the first few.
	Wrong []string
}

// An Outcome counts the runs of one program on one backend that ended alike.
type Outcome struct{ Program, Backend, Kind string }

// Run warms up, runs programs for the time in two halves, and closes what it opened. The error says
// why it could not: a backend that doesn't open, or the end of ctx.
func Run(ctx context.Context, config Config) (Report, error) {
	s := &soaking{config: config, report: Report{Outcomes: map[Outcome]int{}}}
	if err := s.open(); err != nil {
		return Report{}, errors.Join(err, s.close())
	}
	err := s.run(ctx)
	return s.report, errors.Join(err, s.close())
}

// soaking is a soak under way.
type soaking struct {
	config Config
	jobs   []job
	next   atomic.Int64

	mu       sync.Mutex
	runtimes []coderuntime.Runtime
	report   Report
	counts   bool // the warm-up is over
	runs     int
}

// A job is a program on a backend.
type job struct {
	program program
	backend string
	runtime coderuntime.Runtime
}

// open makes a runtime for each backend and each set of limits that a program has.
func (s *soaking) open() error {
	type key struct {
		backend string
		limits  coderuntime.Limits
	}
	opened := map[key]coderuntime.Runtime{}
	for _, p := range programs() {
		if slices.Contains(s.config.without, p.name) {
			continue
		}
		for _, b := range s.config.Backends {
			k := key{b.Name, p.limits}
			if opened[k] == nil {
				rt, err := b.Open(p.limits)
				if err != nil {
					return err
				}
				opened[k] = rt
				s.runtimes = append(s.runtimes, rt)
			}
			s.jobs = append(s.jobs, job{p, b.Name, opened[k]})
		}
	}
	return nil
}

func (s *soaking) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), settling)
	defer cancel()
	var errs []error
	for _, rt := range s.runtimes {
		errs = append(errs, rt.Close(ctx))
	}
	return errors.Join(errs...)
}

func (s *soaking) run(ctx context.Context) error {
	// Every kind of run has been under way in parallel before the first sample, so that pools and
	// caches are as full as they get.
	rounds := s.config.WarmUp
	if rounds == 0 {
		rounds = 2 * s.config.Parallel
	}
	s.runners(ctx, func(n int64) bool { return n < int64(rounds*len(s.jobs)) })
	s.counts = true
	var first Holdings
	for _, when := range []string{"start", "middle", "end"} {
		if when != "start" {
			until := time.Now().Add(s.config.Time / 2)
			s.runners(ctx, func(int64) bool { return time.Now().Before(until) })
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		held := settled(first)
		if when == "start" {
			first = held
		}
		sample := Sample{When: when, Runs: s.runs, Holdings: held}
		s.report.Samples = append(s.report.Samples, sample)
		if s.config.Progress != nil {
			s.config.Progress(sample)
		}
	}
	return nil
}

// runners run jobs in turns while goOn holds, which is given the number of the job.
func (s *soaking) runners(ctx context.Context, goOn func(n int64) bool) {
	var running sync.WaitGroup
	for range s.config.Parallel {
		running.Go(func() {
			for ctx.Err() == nil {
				n := s.next.Add(1) - 1
				if !goOn(n) {
					return
				}
				j := s.jobs[n%int64(len(s.jobs))]
				if turn := n / int64(len(s.jobs)); j.program.rare && turn%8 != 0 {
					continue
				}
				kind, err := j.program.run(ctx, j.runtime, uint64(n))
				if ctx.Err() == nil { // else the run was cut off
					s.note(j, kind, err)
				}
			}
		})
	}
	running.Wait()
}

// mostWrong is how many wrong outcomes a report has at most.
const mostWrong = 20

func (s *soaking) note(j job, kind string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts {
		s.runs++
		s.report.Outcomes[Outcome{j.program.name, j.backend, kind}]++
	}
	if err != nil && len(s.report.Wrong) < mostWrong {
		s.report.Wrong = append(s.report.Wrong, fmt.Sprintf("%s: %s: %v", j.backend, j.program.name, err))
	}
}

// Grown says what is held at the end that was not at the start, beyond what is noise. It is empty for
// a soak that is flat.
func (r Report) Grown() []string {
	i, j := slices.IndexFunc(r.Samples, is("start")), slices.IndexFunc(r.Samples, is("end"))
	if i < 0 || j < 0 {
		return []string{"there is no end to compare with"}
	}
	return r.Samples[i].grownTo(r.Samples[j].Holdings)
}

func is(when string) func(Sample) bool { return func(s Sample) bool { return s.When == when } }
