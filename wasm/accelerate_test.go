package wasm

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The guest's Python code is the specification of what is done in C.

func TestTheWalkInCSpellsValuesAsThePythonOneDoes(t *testing.T) {
	r := newTestRuntime(t, Config{})
	counts := value[[]float64](t, r, `
import _coderuntime, random, types
python = types.ModuleType("jsontext")
exec(compile(open("/guest/jsontext.py").read(), "jsontext", "exec"), vars(python))
python._encode_plain = None

class Int(int): pass
class Str(str): pass

leaves = [None, True, False, 0, -1, 7, 2**53 - 1, 2**53, -2**53, 2**60, 10**30, 0.0, -0.0, 1.0, 1.5, -2.5, 1e-4, 1e-5, 1e-7,
          123.456, 1e15, 1e16, 1e21, 1e300, 5e-324, float("inf"), float("nan"), "", "text", "é", "\U0001f600", "\u2028", "\x7f",
          "\x00\x1f\b\t\n\f\r\"\\", "\ud800", "\ud83d\ude00", "x" * 1000, Int(1), Str("s"), (1,), {1}, b"b", 1j, {1: 2}, {"\ud800": 1}]

def draw(depth):
    kind = random.random()
    if depth < 5 and kind < 0.25:
        return [draw(depth + 1) for _ in range(random.randrange(5))]
    if depth < 5 and kind < 0.5:
        return {random.choice(["a", "é", "", "\n", "key"]) + str(n): draw(depth + 1) for n in range(random.randrange(4))}
    return random.choice(leaves[:14] if random.random() < 0.9 else leaves)

def outcome(encode):
    try:
        return encode()
    except (python.NotLossless, python.TooLarge) as error:
        return type(error).__name__

spelled = left = 0
deep = []
for _ in range(100):
    deep = [deep]
circle = []
circle.append(circle)
for value in leaves + [deep, circle, [1] * 10**6] + [draw(0) for _ in range(3000)]:
    want = outcome(lambda: python.encode(value))
    got = _coderuntime.encode(value, -1)
    if got is None:
        left += 1
        continue
    spelled += 1
    assert got == want, (value, got, want)
    assert _coderuntime.encode(value, len(got)) == got
    assert _coderuntime.encode(value, len(got) - 1) is None or not got
for wrong in ((), (1,), (1, 2, 3), (1, "x")):
    try:
        _coderuntime.encode(*wrong)
        assert False
    except TypeError:
        pass
return [spelled, left]`)
	assert.Greater(t, counts[0], 1000.0)
	assert.Greater(t, counts[1], 20.0)
}

func TestTheCompilerInCMakesTheCodeThatThePythonOneDoes(t *testing.T) {
	r := newTestRuntime(t, Config{})
	counts := value[[]float64](t, r, `
import _coderuntime, ast, os, types

def python(source):
    wrapper = ast.parse("async def f(): pass", "<model>", "exec")
    body = ast.parse(source, "<model>", "exec").body
    function = wrapper.body[0]
    function.body = body
    first = body[0]
    function.lineno = function.end_lineno = first.lineno
    function.col_offset = function.end_col_offset = first.col_offset
    return compile(wrapper, "<model>", "exec", dont_inherit=True)

def same(a, b):
    if type(a) is not types.CodeType:
        return type(a) is type(b) and repr(a) == repr(b)
    fields = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_name", "co_qualname", "co_flags",
              "co_firstlineno", "co_exceptiontable", "co_argcount", "co_stacksize", "co_filename", "co_linetable")
    return (all(getattr(a, field) == getattr(b, field) for field in fields) and len(a.co_consts) == len(b.co_consts)
            and all(map(same, a.co_consts, b.co_consts)))

def outcome(make):
    try:
        return make()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{type(error).__name__}: {error} {getattr(error, 'lineno', '')} {getattr(error, 'offset', '')} {getattr(error, 'text', '')}"

sources = ["return 1", "x = 1\nreturn x", "'doc'\nawait f()", "yield 1\nreturn 2", "from os import *", "from __future__ import annotations",
           "break", "nonlocal x", " indented", "if", "x = = 1", "\ufeffreturn 1", "return 'é'", "match x:\n  case 1: pass", "(" * 50 + ")" * 50,
           "lambda: (yield)", "x: int = 1", "global y\ny = 1", "class A:\n  def f(self): return super().f()", "[x async for x in y]",
           "return f'{x!r:>{w}}'", "1 +", "# coding: latin-1\nreturn 1", "a\\\n=1", "def f[T](x: T) -> T: return x", "\t\nreturn 1\r\nx = 2\r\n"]
for name in sorted(os.listdir("/lib/python3.13"))[:400]:
    if name.endswith(".py"):
        with open("/lib/python3.13/" + name, encoding="utf-8") as file:
            text = file.read()
        if len(text) < 40000:
            sources.append(text)
compiled = refused = 0
for source in sources:
    want, got = outcome(lambda: python(source)), outcome(lambda: _coderuntime.compile_program(source, "<model>", "f"))
    assert same(want, got), (source[:200], want, got)
    if type(got) is str:
        refused += 1
    else:
        compiled += 1
for left in ("", "# nothing", "\0", "x = '\ud800'"):
    assert _coderuntime.compile_program(left, "<model>", "f") is None, left
return [compiled, refused]`)
	assert.Greater(t, counts[0], 50.0)
	assert.Greater(t, counts[1], 5.0)
}
