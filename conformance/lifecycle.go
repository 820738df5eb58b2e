package conformance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"coderuntime"
)

type (
	runtime = coderuntime.Runtime
	request = coderuntime.Request
	result  = coderuntime.Result
)

// lifecycle are the cases about aborting a run and closing a runtime.
func lifecycle() []Case {
	return []Case{
		{
			Name:    "A context that has ended already is an abort with its cause",
			Lines:   lines{26, 301, 323},
			Program: `print("never")`,
			Want:    says(abort, "changed my mind"),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				ctx, cancel := context.WithCancelCause(ctx)
				cancel(errors.New("changed my mind"))
				return rt.Run(ctx, req)
			},
		},
		{
			Name:    "A cause that cannot be put into words has a placeholder",
			Lines:   lines{27},
			Program: `print("never")`,
			Want:    says(abort, "<unrenderable rejection value>"),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				ctx, cancel := context.WithCancelCause(ctx)
				cancel(unspeakable{})
				return rt.Run(ctx, req)
			},
		},
		{
			Name:    "A context that ends as the run begins is an abort with its cause",
			Lines:   lines{31},
			Program: "while True:\n    pass",
			Want:    says(abort, "at once"),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				ctx, cancel := context.WithCancelCause(ctx)
				go cancel(errors.New("at once"))
				return rt.Run(ctx, req)
			},
		},
		{
			Name:    "A busy program is aborted with exactly the cause",
			Lines:   lines{148, 322},
			Program: "print('busy')\nwhile True:\n    pass",
			Want:    Want{Failure: abort, Message: "enough", Logs: []string{"busy"}, Within: 20 * second},
			Drive:   abortOnLog("busy", errors.New("enough")),
		},
		{
			Name:    "A sleeping program is aborted with exactly the cause",
			Lines:   lines{148, 322},
			Program: "import time\nprint('sleeping')\ntime.sleep(600)",
			Want:    Want{Failure: abort, Message: "enough", Logs: []string{"sleeping"}, Within: 20 * second},
			Drive:   abortOnLog("sleeping", errors.New("enough")),
		},
		{
			Name:    "A waiting program is aborted with exactly the cause",
			Lines:   lines{148, 322},
			Program: "print('waiting')\nawait tools.hang(None)",
			Want:    Want{Failure: abort, Message: "enough", Logs: []string{"waiting"}, Within: 20 * second},
			Drive:   abortOnLog("waiting", errors.New("enough")),
		},
		{
			Name:    "An abort whose cause cannot be put into words has a placeholder",
			Lines:   lines{149},
			Program: "print('busy')\nwhile True:\n    pass",
			Want:    Want{Failure: abort, Message: "<unrenderable rejection value>", Logs: []string{"busy"}},
			Drive:   abortOnLog("busy", unspeakable{}),
		},
		{
			Name:    "The words of a deadline are those of the context",
			Lines:   lines{148},
			Program: `await tools.hang(None)`,
			Want:    says(abort, context.DeadlineExceeded.Error()),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				ctx, cancel := context.WithTimeout(ctx, second/2)
				defer cancel()
				return rt.Run(ctx, req)
			},
		},
		{
			Name:    "After an abort the runtime serves the next run",
			Lines:   lines{148},
			Program: "print('waiting')\nawait tools.hang(None)",
			Want:    gives(`"next"`),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				aborted := request{Program: req.Program, Bindings: req.Bindings, OnLog: func(string) {}}
				if r, err := abortOnLog("waiting", errors.New("enough"))(ctx, rt, aborted); err != nil || r.Failure == nil {
					return r, fmt.Errorf("the first run must be aborted (%w)", err)
				}
				return rt.Run(ctx, request{Program: `return "next"`, OnLog: req.OnLog})
			},
		},
		{
			Name:    "A run on a closed runtime is an error",
			Lines:   lines{25, 364},
			Program: `return 1`,
			Want:    gives(`1`),
			Closes:  true,
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				first, err := rt.Run(ctx, req)
				if err != nil {
					return first, err
				}
				if err := rt.Close(ctx); err != nil {
					return first, fmt.Errorf("Close: %w", err)
				}
				if err := rt.Close(ctx); err != nil {
					return first, fmt.Errorf("closing again: %w", err)
				}
				if _, err := rt.Run(ctx, req); !errors.Is(err, coderuntime.ErrClosed) {
					return first, fmt.Errorf("a run on a closed runtime must return ErrClosed, got %w", err)
				}
				return first, nil
			},
		},
		closing("Closing aborts a busy run and waits for it", lines{38, 150, 364}, "print('live')\nwhile True:\n    pass"),
		closing("Closing aborts a waiting run and waits for it", lines{150, 364}, "print('live')\nawait tools.hang(None)"),
		closing("Closing aborts a sleeping run and waits for it", lines{150, 364}, "import time\nprint('live')\ntime.sleep(600)"),
		{
			Name:    "Closing as a run begins leaves no value",
			Lines:   lines{30, 38},
			Program: "import time\ntime.sleep(600)",
			Want:    says(abort, "runtime disposed"),
			Closes:  true,
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				closed := make(chan error, 1)
				go func() { closed <- rt.Close(ctx) }()
				r, err := rt.Run(ctx, req)
				if errors.Is(err, coderuntime.ErrClosed) { // Close came first
					r, err = result{Failure: &coderuntime.Failure{Kind: abort, Message: "runtime disposed"}}, nil
				}
				return r, errors.Join(err, <-closed)
			},
		},
		{
			Name: "Runs of one runtime don't wait for each other",
			Program: `
				return await tools.meet({"of": 4, "value": 1})
			`,
			Lines: lines{363},
			Want:  gives(`1`),
			// Four runs meet, so they must be live at once.
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				var wg sync.WaitGroup
				for range 3 {
					wg.Go(func() { _, _ = rt.Run(ctx, request{Program: req.Program, Bindings: req.Bindings}) })
				}
				defer wg.Wait()
				return rt.Run(ctx, req)
			},
		},
	}
}

// closing is a case in which the runtime is closed once the program has printed "live".
func closing(name string, numbers lines, program string) Case {
	return Case{
		Name: name, Lines: numbers, Program: program, Closes: true,
		Want: Want{Failure: abort, Message: "runtime disposed", Logs: []string{"live"}, Within: 20 * second},
		Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
			r, _, err := closeWhenLive(ctx, rt, req)
			return r, err
		},
	}
}

// closeWhenLive closes the runtime once the program has printed "live", and says how long it took.
func closeWhenLive(ctx context.Context, rt runtime, req request) (r result, took time.Duration, err error) {
	live, closed := make(chan struct{}), make(chan error, 1)
	once := sync.OnceFunc(func() { close(live) })
	go func() {
		<-live
		started := time.Now()
		err := rt.Close(ctx)
		took = time.Since(started)
		closed <- err
	}()
	r, err = rt.Run(ctx, onLog(req, "live", once))
	once() // even if the program did not come that far
	return r, took, errors.Join(err, <-closed)
}
