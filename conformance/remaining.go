package conformance

import (
	"context"
	"encoding/json"

	"coderuntime"
)

// wideFrame sends a frame with two million short names, a piece at a time.
const wideFrame = `
def send_wide(start, end):
    send(start)
    for i in range(0, 2_000_000, 10_000):
        send(b"".join(b'"%07x":0,' % n for n in range(i, i + 10_000)))
    send(b'"last":0' + end + b"\n")
`

// remaining are promises of the reference that belong to no other subject.
func remaining() []Case {
	return append(brokenChannels(),
		Case{
			Name: "A negative log budget is refused", Lines: lines{5, 360},
			Limits: logLimit(-1), Want: Want{Refusal: "must be a positive integer"},
		},
		Case{
			Name: "A negative value budget is refused", Lines: lines{5, 360},
			Limits: valueLimit(-1), Want: Want{Refusal: "must be a positive integer"},
		},
		Case{
			Name: "A memory limit far over what there is can be set", Lines: lines{6},
			Program: `return 1`,
			Limits:  coderuntime.Limits{Memory: 65_536 * mib},
			Want:    gives(`1`),
		},
		Case{
			Name: "The largest wall limit and grace there are can be set", Lines: lines{21},
			Program: `return 1`,
			Limits:  coderuntime.Limits{Wall: coderuntime.MaxWall, Grace: coderuntime.MaxGrace},
			Want:    gives(`1`),
		},
		Case{
			Name: "A function that never looks at its context doesn't hold the run", Lines: lines{172},
			Program: `await tools.deaf(None)`,
			Limits:  coderuntime.Limits{Wall: second, Grace: second / 10},
			Want:    Want{Failure: timeout, Within: 20 * second},
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				release := make(chan struct{})
				defer close(release)
				req.Bindings = with("deaf", func(context.Context, json.RawMessage) (json.RawMessage, error) {
					<-release
					return nil, nil
				})
				return rt.Run(ctx, req)
			},
		},
		Case{
			Name: "A result that panics as it is spelled fails its call and nothing else", Lines: lines{354},
			Bindings: with("odd", coderuntime.Typed(func(context.Context, any) (unspellable, error) { return unspellable{}, nil })),
			Program: `
				try:
				    await tools.odd(None)
				except RuntimeError as error:
				    return ["no spelling" in str(error), await tools.echo(1)]
			`,
			Want: gives(`[true,1]`),
		},
		forging("A forged call with two million names in its argument disturbs nothing", lines{9}, wideFrame+`
send_wide(b'{"type":"call","id":9001,"global":"tools","name":"echo","args":{', b'}}')
return await tools.echo("real")
`, Want{Value: `"real"`, Calls: []string{`tools.echo "real"`}}),
		forging("A forged value with two million names is too large", lines{9, 245}, wideFrame+`
send_wide(b'{"type":"done","value":{', b'}}')
await tools.hang(None)
`, says(outputLimit, "completion value exceeded 32768 bytes")),
	)
}

// brokenChannels are the cases about a program that spoils file descriptor 3 for its own guest. What
// becomes of such a program may differ, as docs/divergences.md says; that it becomes nothing of the
// runtime, may not.
func brokenChannels() []Case {
	spoils := func(name, program string, want Want) Case {
		return Case{
			Name: name, Lines: lines{174}, Program: "import os\n" + dedent(program), Want: want,
			Limits: coderuntime.Limits{Wall: 6 * second, Grace: second / 10}, // for the run after it too
			Drive: func(ctx context.Context, rt runtime, req request) (result, error) {
				r, err := rt.Run(ctx, req)
				if err != nil {
					return r, err
				}
				return r, goesOn(ctx, rt)
			},
		}
	}
	lost := Want{Failure: workerExit, OrFailure: kinds{exception, timeout}, AnyLogs: true}
	return []Case{
		spoils("A program that closes fd 3 harms only itself", `
			os.close(3)
			return 1
		`, lost),
		spoils("A program that closes fd 3 and goes on harms only itself", `
			os.close(3)
			while True:
			    pass
		`, lost),
		spoils("A program that has fd 3 closed by a file object harms only itself", `
			file = os.fdopen(3, "wb", 0)
			file.write(b"no frame\n")
			del file
			return 1
		`, lost),
		spoils("A program that leaves half a frame on fd 3 and returns harms only itself", `
			os.write(3, b'{"type":')
			return 1
		`, says(workerExit, "python exited (code=0, signal=null) before completing")),
		spoils("A program that leaves half a frame on fd 3 and calls harms only itself", `
			os.write(3, b'{"type":')
			await tools.echo(1)
		`, lost),
		spoils("A program that leaves half a frame on fd 3 and ends it later loses nothing", `
			os.write(3, b'no frame')
			os.write(3, b'\n')
			return await tools.echo(1)
		`, Want{Value: `1`, Calls: []string{`tools.echo 1`}}),
		spoils("A program that reads fd 3 itself harms only itself", `
			import asyncio
			call = asyncio.ensure_future(tools.echo(1))
			await asyncio.sleep(0)
			while True:
			    try:
			        os.read(3, 1 << 20)
			        break
			    except BlockingIOError:
			        pass
			await call
		`, lost),
		spoils("Writing nothing to fd 3 is nothing", `
			return os.write(3, b"")
		`, gives(`0`)),
		spoils("What is wrong with a use of fd 3 is an OSError", `
			said = []
			for use in [lambda: os.lseek(3, 1 << 40, os.SEEK_SET), lambda: os.read(3, -1), lambda: os.ftruncate(3, 1 << 40)]:
			    try:
			        use()
			    except OSError as error:
			        said.append(error.errno > 0)
			return said
		`, gives(`[true,true,true]`)),
	}
}

// goesOn checks that a runtime still serves.
func goesOn(ctx context.Context, rt runtime) error {
	r, err := rt.Run(ctx, request{Program: `return await tools.echo("next")`, Bindings: namespaceSet{Tools()}})
	var p problems
	p.add(string(r.Value) != `"next"`, "the next run must give its value, got %q (%v)", r.Value, r.Failure)
	p.add(err != nil, "the next run: %v", err)
	return joined(p)
}

// unspellable is a result whose JSON cannot be had.
type unspellable struct{}

func (unspellable) MarshalJSON() ([]byte, error) { panic("no spelling") }
