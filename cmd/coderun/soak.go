package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"coderuntime"
	"coderuntime/backend"
	"coderuntime/soak"
)

// soakCommand runs programs of every kind, or forged frames, and says whether that left anything.
func soakCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	var only backendFlag
	flags.Var(&only, "backend", "only this one: wasm or native (default both)")
	length := 10 * time.Minute
	flags.Var(durationFlag{&length}, "for", "how long programs run, after a warm-up")
	parallel := flags.Int("parallel", 2, "how many runs are under way at once")
	lines := flags.Int("frames", 0, "instead send so many forged lines to fd 3, and hold each to what must come of it")
	seed := flags.Uint64("seed", 1, "with --frames: what the first stream of lines is made from")
	python := flags.String("python", "", "the interpreter of the native backend (default python3)")
	if rest, err := parse(flags, args, c); err != nil {
		return help(err)
	} else if len(rest) > 0 {
		return exitMisuse, misusef("soak takes no arguments, only flags")
	}
	switch {
	case only.Name == backend.Auto:
		return exitMisuse, misusef("soak runs what is named: use wasm or native")
	case *parallel < 1 || *lines < 0:
		return exitMisuse, misusef("--parallel must be at least 1, and --frames not negative")
	}
	var backends []soak.Backend
	for _, name := range []backend.Name{backend.Wasm, backend.Native} {
		if only.Name != "" && only.Name != name {
			continue
		}
		open := func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
			r, _, err := backend.Open(ctx, backend.Options{Backend: name, Limits: limits, Python: *python})
			return r, err
		}
		r, err := open(coderuntime.Limits{})
		if err != nil {
			return exitMisuse, misuse{err}
		}
		closeRuntime(r)
		backends = append(backends, soak.Backend{Name: string(name), Open: open})
	}
	if *lines > 0 {
		report, err := soak.Frames(ctx, soak.FramesConfig{Backends: backends, Lines: *lines, Seed: *seed, Parallel: *parallel})
		return soakStatus(ctx, err, report.WriteText, c, len(report.Wrong)+len(report.Grown) == 0)
	}
	report, err := soak.Run(ctx, soak.Config{
		Backends: backends, Time: length, Parallel: *parallel,
		Progress: func(s soak.Sample) {
			fmt.Fprintf(c.err, "soak: %s: %d runs, %d MiB resident, %d goroutines, %d descriptors, %d children\n",
				s.When, s.Runs, s.RSS/coderuntime.MiB, s.Goroutines, s.Descriptors, s.Children)
		},
	})
	return soakStatus(ctx, err, report.WriteText, c, len(report.Wrong)+len(report.Grown()) == 0)
}

// soakStatus prints the report of a soak that was not interrupted and returns the status of its verdict.
func soakStatus(ctx context.Context, err error, write func(io.Writer) error, c console, flat bool) (int, error) {
	if ctx.Err() != nil {
		return exitAbort, context.Cause(ctx)
	}
	if err := errors.Join(err, write(c.out)); err != nil || !flat {
		return exitFailed, err
	}
	return exitCompleted, nil
}
