package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Options is where a build works and what it reports to.
type Options struct {
	Dir      string    // holds the steps' folders and stamps; exists
	Log      io.Writer // gets all output of all commands; nil for none
	Progress io.Writer // gets a line when a step starts and when it ends; nil for none
}

// Failure is a step that did not finish.
type Failure struct {
	Step string
	Err  error
	Tail []string // the last lines that its commands wrote
}

func (f *Failure) Error() string { return f.Step + ": " + f.Err.Error() }

// Unwrap returns what went wrong.
func (f *Failure) Unwrap() error { return f.Err }

// Run runs the steps that are not finished yet and reports all of them in the order of the list. After the first failure, or when ctx
// ends, nothing new is started and what runs is ended together with every process it started. The error of a step is a [*Failure].
// Two runs in one folder at once are the caller's to prevent.
func Run(ctx context.Context, list []Step, o Options) ([]Report, error) {
	keys, err := keys(list)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{Options: o, keys: keys, start: time.Now(), finished: map[string]chan struct{}{}}
	for _, s := range list {
		r.finished[s.Name] = make(chan struct{})
	}
	reports := make([]Report, len(list))
	var all sync.WaitGroup
	for i, s := range list {
		all.Go(func() {
			report, err := r.step(ctx, s)
			if err != nil {
				cancel(err)
				return
			}
			reports[i] = report
			close(r.finished[s.Name])
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return reports, nil
}

type run struct {
	Options
	keys     map[string]string
	start    time.Time
	finished map[string]chan struct{}

	mu sync.Mutex // guards writes to Log and Progress
}

func (r *run) step(ctx context.Context, s Step) (Report, error) {
	for _, need := range s.Needs {
		select {
		case <-ctx.Done():
			return Report{}, context.Cause(ctx)
		case <-r.finished[need]:
		}
	}
	if ctx.Err() != nil {
		return Report{}, context.Cause(ctx)
	}
	key := r.keys[s.Name]
	if old, ok := readStamp(r.Dir, s.Name); ok && old.Key == key {
		r.progress("%s: already done", s.Name)
		return Report{Name: s.Name, Seconds: old.Seconds, Resumed: true, Inputs: old.Inputs}, nil
	}
	if err := r.prepare(s); err != nil {
		return Report{}, &Failure{Step: s.Name, Err: err}
	}
	r.progress("%s: %s", s.Name, s.Doc)
	shell := &Shell{dir: Path(r.Dir, s.Name), log: r.logger(s.Name)}
	begin := time.Now()
	if err := s.Run(ctx, shell); err != nil {
		if ctx.Err() != nil && !errors.Is(err, context.Cause(ctx)) {
			err = context.Cause(ctx)
		}
		return Report{}, &Failure{Step: s.Name, Err: err, Tail: shell.tail()}
	}
	took := time.Since(begin)
	if err := writeStamp(r.Dir, s.Name, stamp{Key: key, Seconds: took.Seconds(), Inputs: shell.inputs}); err != nil {
		return Report{}, &Failure{Step: s.Name, Err: err}
	}
	r.progress("%s: done in %.1f s", s.Name, took.Seconds())
	return Report{Name: s.Name, Seconds: took.Seconds(), Inputs: shell.inputs}, nil
}

// prepare takes away what an earlier, other or interrupted run of the step left.
func (r *run) prepare(s Step) error {
	if err := os.RemoveAll(stampPath(r.Dir, s.Name)); err != nil {
		return err
	}
	dir := Path(r.Dir, s.Name)
	if !s.Resumes {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return os.MkdirAll(dir, 0o755)
}

func (r *run) progress(format string, args ...any) {
	if r.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.Progress, "%4.0f s  %s\n", time.Since(r.start).Seconds(), fmt.Sprintf(format, args...))
}
