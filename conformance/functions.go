package conformance

import (
	"context"
	"encoding/json"
	"errors"
	goruntime "runtime"
	"time"

	"coderuntime"
)

// late returns after as long as the host has another goroutine go on with the run, and longer, whatever
// its context says.
func late(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	time.Sleep(20 * time.Millisecond)
	return args, nil
}

// functions are the cases about functions that don't do what functions usually do: return soon.
func functions() []Case {
	return []Case{
		{
			Name:     "An answer that comes late is delivered and calls go on",
			Bindings: with("late", late),
			Program: `
				out = []
				for n in range(5):
				    out.append(await tools.late(n))
				    for m in range(10):
				        out.append(await tools.echo(m))
				return sum(out)
			`,
			Want: gives(`235`),
		},
		{
			Name: "Calls that are made while one is late are answered before it",
			Program: `
				import asyncio
				out = []
				async def call(name, n):
				    out.append(await tools[name](n))
				first = asyncio.create_task(call("late", "late"))
				await asyncio.sleep(0.005)
				for n in range(3):
				    await call("echo", n)
				await tools.let_go(None)
				await first
				return out
			`,
			Want: gives(`[0,1,2,"late"]`),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				gone := make(chan struct{})
				ns := with("late", func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
					<-gone
					return args, nil
				})
				ns[0].Functions["let_go"] = func(context.Context, json.RawMessage) (json.RawMessage, error) {
					close(gone)
					return nil, nil
				}
				req.Bindings = ns
				return rt.Run(ctx, req)
			},
		},
		{
			Name: "A function that ends its goroutine fails its call alone",
			Bindings: with("exit", func(context.Context, json.RawMessage) (json.RawMessage, error) {
				goruntime.Goexit()
				return nil, nil
			}),
			Program: `
				out = []
				for name in ("exit", "exit", "echo", "exit"):
				    try:
				        out.append(await tools[name](1))
				    except RuntimeError as error:
				        out.append(str(error))
				return out
			`,
			Want: gives(`["binding did not return","binding did not return",1,"binding did not return"]`),
		},
		{
			Name:    "A run is aborted although its function does not return",
			Program: "return await tools.stuck(None)",
			Want:    Want{Failure: abort, Message: "enough", Within: 20 * second},
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				ctx, cancel := context.WithCancelCause(ctx)
				over := make(chan struct{})
				defer close(over)
				req.Bindings = with("stuck", func(context.Context, json.RawMessage) (json.RawMessage, error) {
					time.AfterFunc(5*time.Millisecond, func() { cancel(errors.New("enough")) })
					<-over
					return nil, nil
				})
				return rt.Run(ctx, req)
			},
		},
		{
			Name:    "A program's logs arrive although its function does not return",
			Program: "import asyncio\ncall = asyncio.ensure_future(tools.stuck(None))\nawait asyncio.sleep(0.01)\nprint('meanwhile')\nawait call",
			Want:    Want{Value: "null", Logs: []string{"meanwhile"}, Within: 20 * second},
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				arrived := make(chan struct{})
				req.Bindings = with("stuck", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
					<-arrived
					return json.RawMessage("1"), nil
				})
				return rt.Run(ctx, onLog(req, "meanwhile", func() { close(arrived) }))
			},
		},
		{
			Name:    "A function may run a program on the same runtime",
			Program: "return 1 + await tools.nested(None)",
			Want:    gives(`3`),
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				req.Bindings = with("nested", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
					inner, err := rt.Run(ctx, coderuntime.Request{Program: "return await tools.echo(2)", Bindings: namespaceSet{Tools()}})
					return inner.Value, err
				})
				return rt.Run(ctx, req)
			},
		},
	}
}
