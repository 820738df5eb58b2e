package conformance

// rebinding are the cases about programs that put something else in the place of what they can reach
// by name. What came of the program must be told all the same.
func rebinding() []Case {
	hijack := func(name string, numbers lines, program string, want Want) Case {
		if want.Failure != "" {
			want.Omits = append(want.Omits, "hijacked")
		}
		return Case{Name: name, Lines: numbers, Program: boom + dedent(program), Want: want}
	}
	return []Case{
		hijack("Rebound builtins don't change a value", lines{352, 398}, `
			rebind("builtins")
			return {"real": [1, 1.5, "é", None]}
		`, gives(`{"real":[1,1.5,"é",null]}`)),
		hijack("Rebound builtins don't change a failure", lines{96, 98, 99}, `
			real = ValueError("real failure")
			rebind("builtins")
			raise real
		`, fails(exception, "ValueError: real failure")),
		hijack("Rebound builtins don't change what a value is found to be", lines{96, 98, 101}, `
			real = {1, 2}
			rebind("builtins")
			return real
		`, fails(invalidOutput, "unsupported type (set)")),
		hijack("Rebound builtins don't change calls and output", lines{55, 57}, `
			import builtins
			p, failure = print, RuntimeError
			builtins.RuntimeError = builtins.Exception = builtins.setattr = builtins.memoryview = builtins.repr = boom
			builtins.bytearray = builtins.bytes = builtins.sorted = builtins.float = boom
			p("printed", end="")
			try:
			    await tools.fail("real")
			except failure as error:
			    return [f"{error}", await tools.echo([1])]
		`, gives(`["real",[1]]`, "printed")),
		hijack("Rebound modules of the standard library don't change a value", lines{55, 97, 193}, `
			rebind("os", "json", "json.encoder", "json.decoder", "json.scanner", "traceback", "linecache", "io", "re", "ast",
			       "codecs", "types", "collections", "signal", "resource", "decimal", "_thread", "threading", "tokenize")
			print("printed")
			return {"real": [1, 1.5, "é\ud800", None]}
		`, gives(`{"real":[1,1.5,"é\ud800",null]}`, "printed")),
		hijack("Replaced codecs and error handlers don't change a value", lines{182, 193}, `
			import codecs, encodings, sys
			for name in ["strict", "ignore", "replace", "backslashreplace", "surrogatepass", "surrogateescape", "xmlcharrefreplace"]:
			    codecs.register_error(name, boom)
			encodings.search_function = encodings.normalize_encoding = boom
			for name in [name for name in sys.modules if name.startswith("encodings.")]:
			    del sys.modules[name]
			sys.path.clear()
			sys.meta_path.clear()
			print("a\ud800b\ud83d\ude00")
			sys.stdout.buffer.write(b"c\xff\n")
			return ["\ud83d\ude00\ud800", "é"]
		`, gives(`["😀\ud800","é"]`, "a?b??", "c\ufffd")),
		hijack("Rebound modules of the standard library don't change a failure", lines{96, 97}, `
			rebind("os", "json", "json.encoder", "io", "re", "ast", "types", "collections", "signal", "resource", "_thread")
			raise ValueError("real failure")
		`, fails(exception, "ValueError: real failure")),
		hijack("A rebound traceback module doesn't change a failure", lines{96, 98}, `
			rebind("traceback", "linecache")
			raise ValueError("real failure")
		`, fails(exception, "ValueError: real failure")),
		hijack("A formatter that is taken apart doesn't change a failure", lines{96, 98}, `
			for name in ["__init__", "format", "format_exception_only"]:
			    setattr(traceback.TracebackException, name, boom)
			raise ValueError("real failure")
		`, says(exception, "ValueError: real failure")),
		hijack("Rebound modules of the standard library don't change calls", lines{54, 55, 56, 57}, `
			rebind("os", "json", "json.encoder", "json.decoder", "json.scanner", "re", "_thread")
			try:
			    await tools.fail("real")
			except RuntimeError as error:
			    return [str(error), await tools.echo({"x": [1, "y"]})]
		`, gives(`["real",{"x":[1,"y"]}]`)),
		hijack("A rebound asyncio doesn't change calls", lines{55}, `
			import asyncio
			for name in ["get_running_loop", "get_event_loop", "Future", "Task", "create_task", "ensure_future", "wait_for", "sleep",
			             "current_task", "gather", "run"]:
			    setattr(asyncio, name, boom)
			asyncio.events.get_running_loop = asyncio.events.get_event_loop = boom
			return [await tools.echo(1), await tools.echo(2)]
		`, gives(`[1,2]`)),
		hijack("What a tool's function reaches may be rebound", lines{54, 55, 57}, `
			fail, echo = tools.fail, tools.echo
			reached = echo.__globals__
			for name in list(reached):
			    if not name.startswith("__"):
			        reached[name] = boom
			try:
			    await fail("real")
			except RuntimeError as error:
			    return [str(error), await echo({"x": [1, "y"]})]
		`, gives(`["real",{"x":[1,"y"]}]`)),
		hijack("What a stream's methods reach may be rebound", lines{96, 352}, `
			import sys
			for stream in [sys.stdout, sys.stdout.buffer]:
			    for method in ["write", "flush", "writable", "fileno", "close"]:
			        reached = getattr(type(stream), method).__globals__
			        for name in list(reached):
			            if not name.startswith("__"):
			                reached[name] = boom
			print("printed")
			sys.stdout.buffer.write(b"bytes\n")
			print("tail", end="")
			return "real"
		`, gives(`"real"`, "printed", "bytes", "tail")),
		hijack("Rebound methods of the streams lose only their own output", lines{96}, `
			import sys
			print("before", end="")
			sys.stderr.buffer.write(b"half \xe2\x82")
			for method in ["write", "flush", "close", "writable"]:
			    setattr(type(sys.stdout), method, boom)
			    setattr(type(sys.stdout.buffer), method, boom)
			sys.stdout = sys.stderr = 5
			return "real"
		`, gives(`"real"`, "before", "half \ufffd")),
		hijack("A stream that cannot be flushed loses only its own output", lines{96}, `
			import sys
			class Hostile:
			    write = flush = boom
			    def __getattribute__(self, name):
			        raise SystemExit("hijacked")
			print("before", end="")
			sys.stdout = sys.stderr = sys.__stdout__ = Hostile()
			raise ValueError("real failure")
		`, Want{Failure: exception, Contains: []string{"ValueError: real failure"}, Logs: []string{"before"}}),
		hijack("A rebound error class doesn't change what a failed call raises", lines{126}, `
			global ToolCallError
			import builtins
			raised = ToolCallError
			ToolCallError = boom
			builtins.Exception = builtins.setattr = boom
			try:
			    await tools.fail("real")
			except raised as error:
			    return [error.toolName, f"{error}"]
		`, gives(`["fail","real"]`)).binding(namespaceSet{typedTools()}),
		hijack("A main module that is taken apart doesn't change a value", lines{193}, `
			import sys, __main__
			vars(__main__).clear()
			sys.modules.clear()
			return "real"
		`, gives(`"real"`)),
		hijack("An exception's own hooks don't change a failure", lines{96}, `
			import sys
			sys.excepthook = sys.unraisablehook = sys.displayhook = boom
			sys.tracebacklimit = 0
			raise ValueError("real failure")
		`, fails(exception, "ValueError: real failure")),
	}
}

// boom is what stands in the place of what is rebound, and rebind puts it there.
const boom = `
def boom(*args, **kwargs):
    raise Hijacked("hijacked")
class Hijacked(Exception):
    pass
def rebind(*names):
    import importlib
    spaces = []
    for name in names:
        try:
            spaces.append(vars(importlib.import_module(name)))
        except ImportError:
            pass  # not on this platform
    for space in spaces:
        for name in [*space]:
            if name[:2] != "__":
                space[name] = boom
import traceback
`

func (c Case) binding(bindings namespaceSet) Case {
	c.Bindings = bindings
	return c
}
