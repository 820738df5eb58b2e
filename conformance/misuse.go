package conformance

import (
	"context"
	"errors"
	"fmt"

	"coderuntime"
)

// misuse are the cases about requests that are refused, each with what names the mistake.
func misuse() []Case {
	var cases []Case
	refuse := func(name string, line int, text string, bindings ...coderuntime.Namespace) {
		cases = append(cases, Case{
			Name: name, Lines: lines{line}, Program: `return 1`, Bindings: bindings, Want: Want{Misuse: text},
		})
	}
	global := func(name string) coderuntime.Namespace { return named(name, nil, "echo") }
	failing := func(name, member string) coderuntime.Namespace { return named("tools", class(name, member), "echo") }

	for _, bad := range []struct {
		name string
		line int
	}{
		{"1bad", 23}, {"class", 23}, {"", 23}, {"a b", 23}, {"é", 23}, {"lambda", 241}, {"typeof", 241},
		{"await", 358}, {"$tools", 358}, {"a$b", 358}, {"_", 358}, {"match", 358}, {"None", 358}, {"function", 358},
	} {
		refuse(fmt.Sprintf("The global %q is refused as no identifier", bad.name), bad.line,
			fmt.Sprintf("binding global %q is not a usable Python identifier", bad.name), global(bad.name))
	}
	for _, name := range []string{"console", "__coderuntime_main__", "__builtins__", "__name__", "__debug__"} {
		refuse(fmt.Sprintf("The global %q is refused as the runtime's own", name), 130,
			"collides with a runtime-owned global", global(name))
	}
	refuse("Two namespaces with one global are refused", 24, `duplicate binding global "tools"`, global("tools"), global("tools"))

	for _, name := range []string{"1bad", "class", "", "a-b"} {
		refuse(fmt.Sprintf("The error class %q is refused as no identifier", name), 139,
			fmt.Sprintf("errorClass.name %q is not a usable Python identifier", name), failing(name, "toolName"))
	}
	refuse("An error class with a name of the runtime is refused", 359,
		"collides with a runtime-owned global", failing("__coderuntime_main__", "toolName"))
	refuse("An error class with the name of its own namespace is refused", 129,
		"collides with another injected global", failing("tools", "toolName"))
	refuse("Two error classes with one name are refused", 359, "collides with another injected global",
		failing("CallError", "toolName"), named("helpers", class("CallError", "helperName"), "echo"))
	refuse("An error class with the name of a later namespace is refused", 359, "collides with another injected global",
		failing("helpers", "toolName"), global("helpers"))
	refuse("An empty member name is refused", 131,
		"errorClass.memberNameProperty must be a non-empty attribute name", failing("CallError", ""))
	for _, member := range []string{"__traceback__", "__dict__", "__class__", "args", "name", "message", "stack", "add_note", "with_traceback"} {
		refuse(fmt.Sprintf("The member name %q is refused", member), 134,
			"is a reserved error member and cannot be assigned", failing("CallError", member))
	}
	refuse("A function that is nil is refused", 14, `function "echo" in namespace "tools" is nil`,
		coderuntime.Namespace{Global: "tools", Functions: map[string]coderuntime.Function{"echo": nil}})

	return append(cases,
		Case{
			Name:     "A global may have the name that an error class often has",
			Lines:    lines{358},
			Bindings: namespaceSet{named("ToolCallError", nil, "echo")},
			Program:  `return await ToolCallError.echo(None)`,
			Want:     gives(`"called echo"`),
		},
		Case{
			Name:     "Bad bindings are an error even when the context has ended",
			Lines:    lines{23},
			Bindings: namespaceSet{global("class")},
			Program:  `return 1`,
			Want:     Want{Misuse: `binding global "class" is not a usable Python identifier`},
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				ctx, cancel := context.WithCancelCause(ctx)
				cancel(errors.New("ended already"))
				return rt.Run(ctx, req)
			},
		},
		Case{
			Name:    "A runtime goes on after a request that was refused",
			Lines:   lines{300},
			Program: `return 1`,
			Want:    gives(`1`),
			Drive: func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
				bad := coderuntime.Request{Program: req.Program, Bindings: namespaceSet{global("class")}}
				if _, err := rt.Run(ctx, bad); !errors.Is(err, coderuntime.ErrMisuse) {
					return coderuntime.Result{}, fmt.Errorf("must be refused, got %w", err)
				}
				return rt.Run(ctx, req)
			},
		},
	)
}
