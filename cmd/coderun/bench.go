package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"time"

	"coderuntime/backend"
	"coderuntime/bench"
	"coderuntime/conformance"
)

// benchFlags are the flags of the command.
type benchFlags struct {
	backend                          backendFlag
	asJSON, asMarkdown, cases, peers bool
	filter                           filterFlag
	time                             time.Duration
	python                           string
	stalls                           string
}

// benchCommand measures the backends and prints what came of it.
func benchCommand(ctx context.Context, args []string, c console) (int, error) {
	f := benchFlags{time: time.Second}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.Var(&f.backend, "backend", "only this one, and what it is compared with: wasm or native (default both)")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object and nothing else")
	flags.BoolVar(&f.asMarkdown, "markdown", false, "print docs/performance.md: the benchmarks and the conformance cases")
	flags.BoolVar(&f.cases, "conformance", false, "time the conformance cases on both backends instead, slowest ratios first")
	flags.BoolVar(&f.peers, "peers", false, "also measure other systems, which npm installs into the cache folder")
	flags.Var(&f.filter, "filter", "only benchmarks, or cases, whose name this regular expression matches")
	flags.Var(durationFlag{&f.time}, "time", "how long each benchmark is measured")
	flags.StringVar(&f.python, "python", "", "the interpreter of the native backend (default python3)")
	flags.StringVar(&f.stalls, "stalls", "", "for bench's own use: measure the collector beside SUBJECT/WORKLOAD in this process, as JSON")
	if rest, err := parse(flags, args, c); err != nil {
		return help(err)
	} else if len(rest) > 0 {
		return exitMisuse, misusef("bench takes no arguments, only flags")
	}
	if f.stalls != "" {
		return f.writeStalls(ctx, c.out)
	}
	if err := f.check(); err != nil {
		return exitMisuse, err
	}
	list, cases, err := f.selected()
	if err != nil {
		return exitMisuse, err
	}
	config := bench.Config{Python: f.python}
	if config.Coderun, err = os.Executable(); err != nil {
		return exitMisuse, misuse{err}
	}
	if f.peers {
		if config.Peers, err = bench.InstallPeers(ctx, c.err); err != nil {
			return exitMisuse, misuse{err}
		}
	}
	session := bench.NewSession(config)
	defer closeSession(session)
	for _, name := range f.backends() {
		if _, err := session.Runtime(ctx, string(name)); err != nil {
			return exitMisuse, misuse{err}
		}
	}
	report := benchReport(ctx, session, list, cases, bench.Plan{Time: f.time, Progress: func(name string) {
		fmt.Fprintf(c.err, "bench: %s\n", name)
	}})
	interrupted := ctx.Err() != nil
	if interrupted && f.asMarkdown { // a page with holes is not to replace a whole one
		return exitAbort, context.Cause(ctx)
	}
	if err := f.write(report, c.out); err != nil {
		return exitFailed, err
	}
	if interrupted {
		return exitAbort, context.Cause(ctx)
	}
	if err := report.Failed(); err != nil {
		return exitFailed, err
	}
	return exitCompleted, nil
}

// writeStalls is what bench has a process of its own do.
func (f *benchFlags) writeStalls(ctx context.Context, out io.Writer) (int, error) {
	err := bench.WriteStalls(ctx, out, bench.Config{Python: f.python}, f.stalls)
	switch {
	case errors.Is(err, bench.ErrNoStall):
		return exitMisuse, misuse{err}
	case err != nil:
		return exitFailed, err
	}
	return exitCompleted, nil
}

// check finds flags that do not go together.
func (f *benchFlags) check() error {
	switch {
	case f.backend.Name == backend.Auto:
		return misusef("bench measures what is named: use wasm or native")
	case f.asJSON && f.asMarkdown:
		return misusef("give --json or --markdown, not both")
	case f.asMarkdown && f.cases:
		return misusef("--markdown has the conformance cases: leave --conformance out")
	case f.cases && f.peers:
		return misusef("--conformance compares the two backends: leave --peers out")
	case f.cases && f.backend.Name != "":
		return misusef("--conformance compares the two backends: leave --backend out")
	}
	return nil
}

// backends returns the backends that must work.
func (f *benchFlags) backends() []backend.Name {
	if f.backend.Name != "" {
		return []backend.Name{f.backend.Name}
	}
	return []backend.Name{backend.Wasm, backend.Native}
}

// selected returns the benchmarks and the conformance cases to measure.
func (f *benchFlags) selected() ([]bench.Benchmark, []conformance.Case, error) {
	var list []bench.Benchmark
	var cases []conformance.Case
	if !f.cases {
		list = bench.Select(bench.Benchmarks(f.peers), func(b bench.Benchmark) bool {
			other := f.backend.Name != "" && b.Subject() != string(f.backend.Name) &&
				(b.Subject() == string(backend.Wasm) || b.Subject() == string(backend.Native))
			return f.filter.matches(b.Name) && !other
		})
	}
	if f.cases || f.asMarkdown && f.backend.Name == "" {
		cases = slices.DeleteFunc(conformance.Cases(), func(k conformance.Case) bool { return !f.filter.matches(k.Name) })
	}
	if len(list)+len(cases) == 0 {
		return nil, nil, misusef("nothing has a name that matches %q", f.filter.String())
	}
	return list, cases, nil
}

func benchReport(ctx context.Context, s *bench.Session, list []bench.Benchmark, cases []conformance.Case, plan bench.Plan) bench.Report {
	var subjects []string
	for _, b := range list {
		if !slices.Contains(subjects, b.Subject()) {
			subjects = append(subjects, b.Subject())
		}
	}
	if len(cases) > 0 {
		subjects = append(subjects, string(backend.Wasm), string(backend.Native))
	}
	report := bench.Report{
		Date:       time.Now(),
		Machine:    bench.ThisMachine(),
		LoadBefore: bench.Load(),
		Versions:   s.Versions(ctx, subjects),
		Time:       plan.Time,
	}
	report.Results = s.Series(ctx, list, plan)
	report.Conformance = s.Conformance(ctx, cases, plan)
	report.LoadAfter = bench.Load()
	return report
}

func (f *benchFlags) write(report bench.Report, out io.Writer) error {
	switch {
	case f.asJSON:
		return report.WriteJSON(out)
	case f.asMarkdown:
		return report.WriteMarkdown(out)
	}
	return report.WriteText(out)
}

// closeSession ends what was opened, but does not wait for it forever.
func closeSession(s *bench.Session) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = s.Close(ctx) // the process ends anyway
}

// filterFlag is a regular expression for names; without one all match.
type filterFlag struct{ *regexp.Regexp }

func (f *filterFlag) String() string {
	if f.Regexp == nil {
		return ""
	}
	return f.Regexp.String()
}

func (f *filterFlag) Set(text string) (err error) {
	if f.Regexp, err = regexp.Compile(text); err != nil {
		return errors.New("give a regular expression")
	}
	return nil
}

func (f *filterFlag) matches(name string) bool { return f.Regexp == nil || f.MatchString(name) }
