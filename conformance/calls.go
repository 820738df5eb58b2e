package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"coderuntime"
)

// with is the stock namespace with one more function.
func with(name string, function coderuntime.Function) namespaceSet {
	ns := Tools()
	ns.Functions = maps.Clone(ns.Functions)
	ns.Functions[name] = function
	return namespaceSet{ns}
}

// unspeakable is an error that cannot say what it is.
type unspeakable struct{}

func (unspeakable) Error() string { panic("no words") }

// calls are the cases about calling functions of the host.
func calls() []Case {
	return []Case{
		{
			Name:  "A call takes its argument to the host and its result back",
			Lines: lines{53, 310},
			Program: `
				return await tools.echo({"q": "x", "n": [1, 2.5, None, True], "deep": {"k": {}}})
			`,
			Want: Want{
				Value: `{"q":"x","n":[1,2.5,null,true],"deep":{"k":{}}}`,
				Calls: []string{`tools.echo {"q":"x","n":[1,2.5,null,true],"deep":{"k":{}}}`},
			},
		},
		{
			Name:  "A failed call is a RuntimeError with the host's words",
			Lines: lines{53, 310, 383, 389},
			Program: `
				try:
				    await tools.fail("no such file: é😀")
				except RuntimeError as error:
				    return [type(error).__name__, str(error), error.__cause__, error.__context__]
			`,
			Want: gives(`["RuntimeError","no such file: é😀",null,null]`),
		},
		{
			Name:  "A failed call that nobody catches ends the run with the host's words",
			Lines: lines{122},
			Program: `
				async def inner():
				    await tools.fail("no such file")
				await inner()
			`,
			Want: Want{
				Failure:  exception,
				Contains: []string{"RuntimeError: no such file", `File "<model>", line 2, in inner`},
				Omits:    []string{"Rejected", "bindings"},
			},
		},
		{
			Name:     "An error of the host that cannot be put into words has a placeholder",
			Lines:    lines{58, 59, 60},
			Bindings: with("odd", func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, unspeakable{} }),
			Program: `
				try:
				    await tools.odd(None)
				except RuntimeError as error:
				    return str(error)
			`,
			Want: gives(`"<unrenderable rejection value>"`),
		},
		{
			Name:     "A function that panics fails its call and nothing else",
			Lines:    lines{60, 123},
			Bindings: with("odd", func(context.Context, json.RawMessage) (json.RawMessage, error) { panic("out of cheese") }),
			Program: `
				try:
				    await tools.odd(None)
				except RuntimeError as error:
				    return ["out of cheese" in str(error), await tools.echo(1)]
			`,
			Want: gives(`[true,1]`),
		},
		{
			Name:     "A nil result is None",
			Bindings: with("nothing", func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, nil }),
			Program:  `return [await tools.nothing(None)]`,
			Want:     gives(`[null]`),
		},
		{
			Name:  "A result that is not lossless JSON fails the call",
			Lines: lines{135, 349},
			Bindings: with("bad", func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage([]string{`{`, ``, `1 2`, "\"\xff\"", `undefined`}[args[0]-'0']), nil
			}),
			Program: `
				said = []
				for call in [(tools.number, "nan"), (tools.number, "infinity"), (tools.number, "negative-zero"),
				             (tools.number, "inexact"), *[(tools.bad, i) for i in range(5)]]:
				    try:
				        said.append(await call[0](call[1]))
				    except RuntimeError as error:
				        said.append(str(error) == "binding resolution must be lossless JSON" or str(error))
				return said
			`,
			Want: gives(`[true,true,true,true,true,true,true,true,true]`),
		},
		{
			Name: "A result may be spelled with white space and escapes",
			Bindings: with("loose", func(context.Context, json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(" { \"a\" : [ 1.0 , 1e2 ,\n\"\\u0041\\/\\ud83d\\ude00\\ud800\" ] } "), nil
			}),
			Program: `return await tools.loose(None)`,
			Want:    gives(`{"a":[1,100,"A/😀\ud800"]}`),
		},
		{
			Name:  "An argument that is not lossless JSON never reaches the host",
			Lines: lines{78, 80, 141, 198, 199, 237, 350, 382},
			Program: `
				class F(float): pass
				class D(dict): pass
				loop = []
				loop.append(loop)
				said = []
				for args in [{1: "a"}, -0.0, float("nan"), F(1), D(), {"\ud83d\ude00": 1, "\U0001f600": 2}, (1,), loop, print, 2**53 + 1]:
				    try:
				        await tools.echo(args)
				        said.append("sent")
				    except RuntimeError as error:
				        said.append(str(error).removeprefix("binding arguments must be lossless JSON ("))
				return said
			`,
			Want: Want{
				Value: `["non-string dict key (int))","negative zero)","non-finite float)","unsupported type (F))",` +
					`"unsupported type (D))","duplicate dict key after surrogate-pair combining)","unsupported type (tuple))",` +
					`"circular reference)","unsupported type (builtin_function_or_method))",` +
					`"integer not exactly representable as a JavaScript number)"]`,
				Calls: []string{},
			},
		},
		{
			Name:  "The call after one that was refused works",
			Lines: lines{178},
			Program: `
				try:
				    await tools.echo(float("inf"))
				except RuntimeError:
				    pass
				return await tools.echo(2)
			`,
			Want: Want{Value: `2`, Calls: []string{"tools.echo 2"}},
		},
		{
			Name:    "Lone surrogates survive both ways",
			Lines:   lines{185},
			Program: `return await tools.echo({"\udc01": "a\ud800", "pair": "\ud83d\ude00"})`,
			Want: Want{
				Value: `{"\udc01":"a\ud800","pair":"😀"}`,
				Calls: []string{`tools.echo {"\udc01":"a\ud800","pair":"😀"}`},
			},
		},
		{
			Name:  "Three thousand levels of nesting go both ways",
			Lines: lines{312},
			Program: `
				value = []
				for _ in range(2_999):
				    value = [value]
				return await tools.echo(value)
			`,
			Want: gives(repeat("[", 3000) + repeat("]", 3000)),
		},
		{
			Name:  "A result of twelve thousand levels arrives",
			Lines: lines{138},
			Program: `
				value = await tools.nested(12_000)
				depth = 0
				while True:
				    depth += 1
				    if not value:
				        return depth
				    value = value[0]
			`,
			Want: gives(`12000`),
		},
		{
			Name:     "An argument of 200 KiB arrives whole, whatever the value's budget",
			Lines:    lines{142},
			Bindings: with("length", coderuntime.Typed(func(_ context.Context, text string) (int, error) { return len(text), nil })),
			Program:  `return await tools.length("x" * 204_800)`,
			Limits:   valueLimit(4096),
			Want:     gives(`204800`),
		},
		{
			Name:    "Six million elements are echoed",
			Lines:   lines{224},
			Program: `return len(await tools.echo([0] * 6_000_000))`,
			Limits:  coderuntime.Limits{Memory: 384 * mib},
			Want:    gives(`6000000`),
		},
		{
			Name:    "A result of 4 MiB arrives",
			Lines:   lines{225},
			Program: `return len(await tools.sized(4 << 20))`,
			Want:    gives(`4194304`),
		},
		{
			Name:  "Eight results of 4 MiB at once arrive",
			Lines: lines{227},
			Program: `
				import asyncio
				texts = await asyncio.gather(*[tools.sized((4 << 20) + i) for i in range(8)])
				return [len(text) - (4 << 20) for text in texts]
			`,
			Want: gives(`[0,1,2,3,4,5,6,7]`),
		},
		{
			Name:  "A program may return before a large result has arrived",
			Lines: lines{228},
			Program: `
				import asyncio
				task = asyncio.create_task(tools.sized(4 << 20))
				await asyncio.sleep(0)
				return "done"
			`,
			Want: gives(`"done"`),
		},
		{
			Name: "A call that is never awaited is never made",
			Program: `
				call = tools.echo(1)
				call.close()
				return await tools.echo(2)
			`,
			Want: Want{Value: `2`, Calls: []string{"tools.echo 2"}},
		},
		{
			Name: "A call takes exactly one argument",
			Program: `
				said = []
				for args, kwargs in [((), {}), ((1, 2), {}), ((), {"args": 1})]:
				    try:
				        await tools.echo(*args, **kwargs)
				        said.append("sent")
				    except TypeError:
				        said.append("refused")
				return said
			`,
			Want: Want{Value: `["refused","refused","refused"]`, Calls: []string{}},
		},
		{
			Name: "Calls begin in the order in which they are awaited",
			Program: `
				import asyncio
				first = asyncio.create_task(tools.meet({"of": 2, "value": 1}))
				await asyncio.sleep(0)
				second = asyncio.create_task(tools.meet({"of": 2, "value": 2}))
				return await asyncio.gather(first, second)
			`,
			Want: gives(`[1,2]`),
		},
		{
			Name: "A failed call in a task group fails the group",
			Program: `
				import asyncio
				said = []
				try:
				    async with asyncio.TaskGroup() as group:
				        group.create_task(tools.fail("one of them"))
				        group.create_task(tools.hang(None))
				except* RuntimeError as group:
				    said += [str(error) for error in group.exceptions]
				return said
			`,
			Want: gives(`["one of them"]`),
		},
		{
			Name:     "A result that comes when the run is over changes nothing",
			Lines:    lines{226, 325},
			Bindings: with("stubborn", stubborn),
			Program:  `return await tools.stubborn(None)`,
			Limits:   coderuntime.Limits{Wall: second},
			Want:     fails(timeout, "wall-clock ceiling reached (1000ms)"),
		},
	}
}

// stubborn answers only once the run is over, when nobody is to hear it.
func stubborn(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
	<-ctx.Done()
	if context.Cause(ctx) == nil {
		return nil, errors.New("a context that ended must have a cause")
	}
	return json.RawMessage(`"too late"`), nil
}

// callLimits are the cases about many calls at once.
func callLimits() []Case {
	gather := func(n string) string {
		return "import asyncio\nanswers = await asyncio.gather(*[tools.echo(i) for i in range(" + n + ")])\n" +
			"return answers == list(range(" + n + "))"
	}
	return []Case{
		{
			Name:    "1025 instant calls at once succeed",
			Lines:   lines{231},
			Program: gather("1025"),
			Want:    gives(`true`),
		},
		{
			Name:    "1300 instant calls at once succeed",
			Lines:   lines{234},
			Program: gather("1300"),
			Want:    gives(`true`),
		},
		{
			Name:    "Five thousand instant calls at once succeed, in order",
			Lines:   lines{234, 261},
			Program: gather("5000"),
			Want:    gives(`true`),
		},
		{
			Name:  "A program may return with 1024 calls outstanding",
			Lines: lines{232},
			Program: `
				import asyncio
				tasks = [asyncio.create_task(tools.hang(i)) for i in range(1024)]
				await asyncio.sleep(0)
				return "done"
			`,
			Want: gives(`"done"`),
		},
		{
			Name: "A program that wants more calls at once waits for its turn",
			Program: `
				import asyncio
				tasks = [asyncio.create_task(tools.hang(i)) for i in range(1100)]
				for _ in range(3):
				    await asyncio.sleep(0)
				return "done"
			`,
			Want: gives(`"done"`),
		},
		{
			Name: "A turn that is given up goes to the next",
			Program: `
				import asyncio
				busy = [asyncio.create_task(tools.slow(300)) for _ in range(1024)]
				await asyncio.sleep(0)
				given_up = [asyncio.create_task(tools.echo("given up")) for _ in range(3)]
				waiting = asyncio.create_task(tools.echo("waited"))
				await asyncio.sleep(0)
				for task in given_up:
				    task.cancel()
				return await waiting
			`,
			Want: Want{Value: `"waited"`, Check: func(o Outcome) error {
				if slices.Contains(o.Calls, `tools.echo "given up"`) {
					return errors.New("a call that was given up must not be made")
				}
				return nil
			}},
		},
	}
}
