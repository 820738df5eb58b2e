package soak

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"coderuntime"
	"coderuntime/internal/hostile"
)

// A program is one kind of run.
type program struct {
	name   string
	rare   bool // it takes long, so that it runs in one turn of eight
	limits coderuntime.Limits
	run    func(ctx context.Context, rt coderuntime.Runtime, n uint64) (kind string, err error)
}

const completed = "completed"

var (
	ordinary = coderuntime.Limits{Wall: time.Minute, Grace: 100 * time.Millisecond, Memory: 256 * coderuntime.MiB}
	short    = coderuntime.Limits{Wall: 300 * time.Millisecond, Grace: 100 * time.Millisecond}
	second   = coderuntime.Limits{Wall: time.Minute, CPU: time.Second, Grace: 100 * time.Millisecond}
)

var errEnough = errors.New("enough")

// programs are what a soak runs in turns: a run for each way to end, and for each way to ask for much.
func programs() []program {
	return append(expensive(),
		text("completes", ordinary, "print('hello')\nreturn {'answer': 42}", completed),
		text("raises", ordinary, "raise ValueError('no')", "exception"),
		text("doesn't compile", ordinary, "return (", "exception"),
		text("returns what is no JSON", ordinary, "return {1, 2}", "invalid-output"),
		text("returns too much", ordinary, "return 'x' * 100_000", "output-limit"),
		text("leaves the interpreter", ordinary, "import os\nos._exit(3)", "worker-exit"),
		text("is busy until the wall limit", short, "while True: pass", "timeout"),
		text("waits until the wall limit", short, "await tools.hang(1)", "timeout"),
		text("calls one after the other", ordinary, "for i in range(200): assert await tools.echo(i) == i", completed),
		text("calls at once", ordinary, "import asyncio\nreturn len(await asyncio.gather(*(tools.echo([i]) for i in range(1000))))", completed),
		text("calls what fails", ordinary, "for i in range(20):\n    try: await tools.fail(i)\n    except RuntimeError: pass", completed),
		text("leaves calls open", ordinary, "import asyncio\nfor i in range(100): asyncio.ensure_future(tools.hang(i))\nawait asyncio.sleep(0)\nreturn 1", completed),
		text("writes files", ordinary, "import os, tempfile\nfor i in range(50):\n    with tempfile.NamedTemporaryFile(delete=False) as f: f.write(bytes(10_000))", completed),
		text("closes fd 3", ordinary, "import os\nos.close(3)\nreturn 1", "worker-exit", "exception"),
		aborted("is aborted while it is busy", "print('live')\nwhile True: pass"),
		aborted("is aborted while it waits", "print('live')\nawait tools.hang(1)"),
		aborted("is aborted while it sleeps", "import time\nprint('live')\ntime.sleep(600)"),
		program{"is aborted at once", false, ordinary, func(ctx context.Context, rt coderuntime.Runtime, _ uint64) (string, error) {
			ctx, cancel := context.WithCancelCause(ctx)
			go cancel(errEnough)
			return outcome(ctx, rt, "while True: pass", nil, "abort")
		}},
		program{"forges frames", false, hostile.Limits, func(ctx context.Context, rt coderuntime.Runtime, n uint64) (string, error) {
			if err := hostile.New(n).Stream(200).Run(ctx, rt); err != nil {
				return "wrong", err
			}
			return "as it must", nil
		}},
	)
}

// expensive are the programs that would take most of the time.
func expensive() []program {
	all := []program{
		text("asks for too much memory", ordinary, "held = []\nwhile True: held.append(bytes(1 << 24))", "exception"),
		text("is busy until the CPU limit", second, "while True: pass", "timeout"),
		text("floods the logs", ordinary, "for i in range(20_000): print('line', i, 'x' * 80)", completed),
		text("floods the logs without a line end", ordinary, "import sys\nfor i in range(200): sys.stdout.write('x' * 10_000)", completed),
		text("floods around the streams", ordinary, "import os\nfor i in range(500): os.write(1 + i % 2, b'x' * 4095 + b'\\n')", completed),
		text("calls with much", ordinary, "text = 'é' * (1 << 20)\nfor i in range(3): assert await tools.echo(text) == text", completed),
		text("writes a frame without end", ordinary, "import os\nblock = b'x' * (1 << 20)\nwhile True: os.write(3, block)", "worker-exit"),
	}
	for i := range all {
		all[i].rare = true
	}
	return all
}

func text(name string, limits coderuntime.Limits, source string, kinds ...string) program {
	return program{name, false, limits, func(ctx context.Context, rt coderuntime.Runtime, _ uint64) (string, error) {
		return outcome(ctx, rt, source, nil, kinds...)
	}}
}

// aborted is a program whose context ends when it has printed "live".
func aborted(name, source string) program {
	return program{name, false, ordinary, func(ctx context.Context, rt coderuntime.Runtime, _ uint64) (string, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		return outcome(ctx, rt, source, func(string) { cancel(errEnough) }, "abort")
	}}
}

// outcome runs a program and returns how it ended, and an error if it must not end so.
func outcome(ctx context.Context, rt coderuntime.Runtime, source string, onLog func(string), kinds ...string) (string, error) {
	result, err := rt.Run(ctx, coderuntime.Request{Program: source, Bindings: bindings(), OnLog: onLog})
	if err != nil {
		return "error", err
	}
	kind := completed
	if result.Failure != nil {
		kind = string(result.Failure.Kind)
	}
	if !slices.Contains(kinds, kind) {
		return kind, fmt.Errorf("it must end as %v, not as %s: %v", kinds, kind, result.Failure)
	}
	return kind, nil
}

func bindings() []coderuntime.Namespace {
	return []coderuntime.Namespace{{Global: "tools", Functions: map[string]coderuntime.Function{
		"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
		"fail": func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, errors.New("not today") },
		"hang": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		},
	}}}
}
