package conformance

import (
	"context"

	"coderuntime"
)

func class(name, member string) *coderuntime.ErrorClass {
	return &coderuntime.ErrorClass{Name: name, MemberNameProperty: member}
}

// named is a namespace of functions that say which of them was called.
func named(global string, class *coderuntime.ErrorClass, names ...string) coderuntime.Namespace {
	ns := coderuntime.Namespace{Global: global, Functions: map[string]coderuntime.Function{}, ErrorClass: class}
	for _, name := range names {
		ns.Functions[name] = coderuntime.Typed(func(context.Context, any) (string, error) {
			return "called " + name, nil
		})
	}
	return ns
}

// namespaces are the cases about what a program sees of the host's functions.
func namespaces() []Case {
	return []Case{
		{
			Name:     "A declared error class is what a failed call raises",
			Lines:    lines{125, 311, 390},
			Bindings: namespaceSet{typedTools()},
			Program: `
				try:
				    await tools.fail("gone")
				except ToolCallError as error:
				    return [type(error).__name__, str(error), error.toolName, error.args, isinstance(error, Exception),
				            isinstance(error, RuntimeError), type(error) is ToolCallError, error.__context__] == [
				            "ToolCallError", "gone", "fail", ("gone",), True, False, True, None]
			`,
			Want: gives(`true`),
		},
		{
			Name:     "A refused argument raises the declared class too",
			Lines:    lines{125, 350},
			Bindings: namespaceSet{typedTools()},
			Program: `
				try:
				    await tools.echo({1, 2})
				except ToolCallError as error:
				    return [error.toolName, str(error)]
			`,
			Want: Want{
				Value: `["echo","binding arguments must be lossless JSON (unsupported type (set))"]`,
				Calls: []string{},
			},
		},
		{
			Name:     "A declared class that nobody catches is named in the message",
			Lines:    lines{122, 125},
			Bindings: namespaceSet{typedTools()},
			Program:  `await tools.fail("gone")`,
			Want:     fails(exception, "ToolCallError: gone", `File "<model>", line 1`),
		},
		{
			Name:     "A program may raise a declared class itself",
			Lines:    lines{125},
			Bindings: namespaceSet{typedTools()},
			Program: `
				class Special(ToolCallError): pass
				try:
				    raise Special("mine")
				except ToolCallError as error:
				    return str(error)
			`,
			Want: gives(`"mine"`),
		},
		{
			Name: "Each namespace has its own functions and its own error class",
			Bindings: namespaceSet{
				{Global: "helpers", Functions: stock(), ErrorClass: class("HelperCallError", "helperName")},
				{Global: "tools", Functions: stock(), ErrorClass: class("ToolCallError", "toolName")},
				{Global: "plain", Functions: stock()},
			},
			Lines: lines{311},
			Program: `
				said = [await helpers.echo(1), await tools.echo(2), await plain.echo(3)]
				for namespace, error_class in [(helpers, HelperCallError), (tools, ToolCallError), (plain, RuntimeError)]:
				    try:
				        await namespace.fail("x")
				    except error_class as error:
				        said.append(vars(error))
				return said
			`,
			Want: Want{
				Value: `[1,2,3,{"helperName":"fail"},{"toolName":"fail"},{}]`,
				Calls: []string{
					`helpers.echo 1`, `tools.echo 2`, `plain.echo 3`,
					`helpers.fail "x"`, `tools.fail "x"`, `plain.fail "x"`,
				},
			},
		},
		{
			Name:     "The member that holds the function's name need not be an identifier",
			Lines:    lines{131},
			Bindings: namespaceSet{{Global: "tools", Functions: stock(), ErrorClass: class("ToolCallError", "tool-name")}},
			Program: `
				try:
				    await tools.fail("x")
				except ToolCallError as error:
				    return getattr(error, "tool-name")
			`,
			Want: gives(`"fail"`),
		},
		{
			Name:     "Two or four underscores are a member's name like any other",
			Lines:    lines{306},
			Bindings: namespaceSet{{Global: "tools", Functions: stock(), ErrorClass: class("ToolCallError", "____")}},
			Program: `
				try:
				    await tools.fail("x")
				except ToolCallError as error:
				    return error.____
			`,
			Want: gives(`"fail"`),
		},
		{
			Name:     "A name that is no identifier is reached by subscript",
			Lines:    lines{145},
			Bindings: namespaceSet{named("tools", nil, "my-tool", "", "a b", "lambda", "é", "a\nb", `"`, "😀")},
			Program: `
				return [await tools[name](None) for name in ["my-tool", "", "a b", "lambda", "é", "a\nb", "\"", "😀"]]
			`,
			Want: gives(`["called my-tool","called ","called a b","called lambda","called é","called a\nb","called \"","called 😀"]`),
		},
		{
			Name:  "Names that other languages give a meaning are ordinary",
			Lines: lines{16, 357, 380},
			Bindings: namespaceSet{
				named("tools", nil, "__proto__", "constructor", "hasOwnProperty", "toString", "then", "length"),
			},
			Program: `
				names = ["__proto__", "constructor", "hasOwnProperty", "toString", "then", "length"]
				return [await tools.__proto__(None), await tools.then(None)] + [await tools[name](None) for name in names]
			`,
			Want: gives(`["called __proto__","called then","called __proto__","called constructor","called hasOwnProperty",` +
				`"called toString","called then","called length"]`),
		},
		{
			Name:     "Names that Python gives a meaning are reached by subscript and by dot",
			Lines:    lines{140},
			Bindings: namespaceSet{named("tools", nil, "__class__", "__init__", "__dict__", "__getattribute__", "__repr__")},
			Program: `
				return [await tools["__class__"](None), await tools.__class__(None), await tools.__init__(None),
				        await tools.__dict__(None), await tools.__getattribute__(None), await tools["__repr__"](None)]
			`,
			Want: gives(`["called __class__","called __class__","called __init__","called __dict__",` +
				`"called __getattribute__","called __repr__"]`),
		},
		{
			Name:  "An undeclared attribute is an AttributeError that names it",
			Lines: lines{143},
			Program: `
				try:
				    await tools.serach({})
				except AttributeError as error:
				    return str(error)
			`,
			Want: gives(`"tool 'serach' is not declared in namespace 'tools'"`),
		},
		{
			Name:  "An undeclared subscript is a KeyError that names it",
			Lines: lines{146},
			Program: `
				try:
				    await tools["serach"]({})
				except KeyError as error:
				    return error.args[0]
			`,
			Want: gives(`"tool 'serach' is not declared in namespace 'tools'"`),
		},
		{
			Name: "A subscript of another type is an error of the program",
			Program: `
				said = []
				for key in [1, None, ["x"], b"echo"]:
				    try:
				        tools[key]
				    except (KeyError, TypeError) as error:
				        said.append("refused")
				return said
			`,
			Want: gives(`["refused","refused","refused","refused"]`),
		},
		{
			Name: "hasattr and getattr with a default tell what is declared",
			Program: `
				return [hasattr(tools, "echo"), hasattr(tools, "nope"), getattr(tools, "nope", "default"), "echo" in dir(tools)]
			`,
			Want: gives(`[true,false,"default",true]`),
		},
		{
			Name:     "A namespace may be empty, and there may be none",
			Bindings: namespaceSet{{Global: "tools"}},
			Program: `
				try:
				    tools.echo
				except AttributeError as error:
				    return "nothing declared"
			`,
			Want: gives(`"nothing declared"`),
		},
		{
			Name:     "Without bindings a program sees none",
			Bindings: namespaceSet{},
			Program:  `return "tools" in globals()`,
			Want:     gives(`false`),
		},
		{
			Name:  "The caller may change its bindings while the program runs",
			Lines: lines{15, 127, 128},
			Program: `
				print("running")
				await tools.add({"a": 1, "b": 2})
				return await tools.echo("still there")
			`,
			Want: Want{Value: `"still there"`, Logs: []string{"running"}},
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				return rt.Run(ctx, onLog(req, "running", func() {
					delete(req.Bindings[0].Functions, "echo")
					req.Bindings[0] = coderuntime.Namespace{}
				}))
			},
		},
	}
}
