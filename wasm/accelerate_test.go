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
    if type(a) is frozenset: # of which two that are equal may be in another order
        return type(b) is frozenset and sorted(map(repr, a)) == sorted(map(repr, b))
    if type(a) is tuple:
        return type(b) is tuple and len(a) == len(b) and all(map(same, a, b))
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

func TestCallsSentInCAreThoseOfThePythonOne(t *testing.T) {
	r := newTestRuntime(t, Config{})
	counts := value[[]float64](t, r, `
import _coderuntime, asyncio, types
json = types.ModuleType("jsontext")
exec(compile(open("/guest/jsontext.py").read(), "jsontext", "exec"), vars(json))
json._encode_plain = None
head = b'"global":"tools","name":"f","args":'
values = [None, True, 0, -7, 1.5, "", "text", "é\n\"", "\ud800", [1, [2]], {"a": {"b": None}}, (1,), {1: 2}, 2**60, "x" * 5000]
loop = asyncio.get_running_loop()
takes = 1 << 20
written = bytearray()

def write(fd, line):
    assert fd == 3 and type(line) is bytes
    if takes < 0:
        raise KeyError("broken")
    written.extend(line[:takes])
    return min(takes, len(line))

class Calls:
    next = 0
    waiting = {}

calls = Calls()
send = _coderuntime.sender(calls, head, asyncio.Future, asyncio.get_running_loop, write)
sent = left = 0
for number in (0, 1, 1023, 10**12):
    for value in values:
        for takes in (1 << 20, 7):
            calls.next, calls.waiting = number, {}
            written.clear()
            answer = send(value)
            try:
                want = b'{"type":"call","id":%d,%b%b}\n' % (number, head, json.encode(value))
            except json.NotLossless:
                want = b""
            if answer is None:
                assert calls.next == number and not calls.waiting and not written
                left += 1
                continue
            assert written == want, (value, written, want)
            assert type(answer) is asyncio.Future and answer.get_loop() is loop and not answer.done()
            assert calls.next == number + 1 and calls.waiting == {number: answer}
            sent += 1

# A frame that cannot be written is no call, and uses up no number.
calls.next, calls.waiting, takes = 5, {}, -1
try:
    send(1)
    assert False
except KeyError:
    assert calls.next == 5 and not calls.waiting
for count in (-1, 1 << 20):
    try:
        _coderuntime.sender(calls, head, asyncio.Future, asyncio.get_running_loop, lambda fd, line: count)(1)
        assert False
    except OSError:
        assert calls.next == 5 and not calls.waiting
for wrong in ((), (calls, "head", asyncio.Future, asyncio.get_running_loop, None), (calls, head, asyncio.Future, None)):
    try:
        _coderuntime.sender(*wrong)
        assert False, wrong
    except TypeError:
        pass
return [sent, left]`)
	assert.Equal(t, []float64{88, 32}, counts)
}

func TestAnswersInCAreThoseOfThePythonOne(t *testing.T) {
	r := newTestRuntime(t, Config{})
	counts := value[[]float64](t, r, `
import _coderuntime, asyncio, json, random
loop = asyncio.get_running_loop()

class Other:
    def get_loop(self): return None

class Broken:
    def get_loop(self): return loop
    def done(self): return False
    def set_result(self, value): raise KeyError("broken")

texts = ["null", "true", "false", "0", "-1", "7", "123456789012345", "9007199254740991", '""', '"text"', '"é\U0001f600"', "[]", "{}", "[1,2]",
         '{"a":1,"a":2}', '{"a":{"b":[null,{"c":"d"}]}}', "[" * 20 + "]" * 20]
other = ["1.5", "-0", "1e3", "01", "1E3", "12345678901234567", '"a\\n"', '"\\ud800"', "[" * 50 + "]" * 50, '"\x7f\x01"', "nul", "[1", "[1,]", '{"a"}',
         '{"a":}', "", "1 ", " 1", "+1", '{1:2}', "tru"]

def frame(number, text):
    return b'{"type":"reply","id":%d,"ok":true,"value":%b}\n' % (number, text.encode())

def take(waiting, *chunks, end=False):
    """What is left of the chunks, which the host sends one after the other."""
    chunks = list(chunks)

    def read(fd, size):
        assert fd == 3
        if not chunks:
            if end:
                return b""
            raise BlockingIOError
        chunk = chunks.pop(0)
        if len(chunk) > size:
            chunks.insert(0, chunk[size:])
        return chunk[:size]

    rest = _coderuntime.take(waiting, loop, read)
    return b"".join([rest or b"", *chunks])

answered = left = 0
for text in texts + other:
    future = loop.create_future()
    waiting = {5: future, 6: loop.create_future()}
    line = frame(5, text)
    if take(waiting, line):
        assert text in other, text
        assert set(waiting) == {5, 6} and not future.done(), text
        left += 1
        continue
    assert text in texts and set(waiting) == {6}, text
    want, got = json.loads(text), future.result()
    assert want == got and repr(want) == repr(got), (text, got)
    answered += 1

# Several at once, up to the first that is not plain; what is behind it is left for the Python one, in order.
futures = {n: loop.create_future() for n in range(4)}
waiting = dict(futures)
plain = frame(0, "0") + frame(9, "1") + frame(2, "2")
for rest in (b'{"type":"reply","id":1,"ok":false,"message":"no"}\n', b'\n', b'{"type":"reply","id":1', frame(1, "1.5"), b'{"type":"boot"}\n', b""):
    assert take(waiting, plain + rest) == rest, rest
    assert take(waiting, plain + rest + frame(3, "3")) == (rest + frame(3, "3") if rest else b"") , rest
assert futures[0].result() == 0 and futures[2].result() == 2 and not futures[1].done()

# Many more than are read at once: none is lost, and none is looked at twice.
futures = {n: loop.create_future() for n in range(1000)}
waiting = dict(futures)
lines = b"".join(frame(n, json.dumps("x" * (n % 50))) for n in range(1000))
for _ in range(100):
    if not waiting:
        break
    rest = take(waiting, lines)
    assert lines.endswith(rest)
    lines = rest
assert not waiting and not lines and [len(future.result()) for future in futures.values()] == [n % 50 for n in range(1000)]

# A line that is longer than what is read at once, and the end of the stream.
for end in (False, True):
    waiting = {0: loop.create_future()}
    assert take(waiting, frame(0, json.dumps("x" * 5000)), end=end) == frame(0, json.dumps("x" * 5000))
    assert take(waiting, b"half", end=end) == b"half"
assert _coderuntime.take({}, loop, lambda fd, size: b"") == b""

# A cancelled call, a call of another loop, a future that fails.
cancelled = loop.create_future()
cancelled.cancel()
waiting = {0: cancelled}
assert take(waiting, frame(0, "1")) == b"" and not waiting
waiting = {0: Other()}
assert take(waiting, frame(0, "1")) == frame(0, "1") and len(waiting) == 1
def broken(fd, size):
    raise KeyError("broken")
for failing in (lambda: take({0: Broken()}, frame(0, "1")), lambda: _coderuntime.take({}, loop, broken)):
    try:
        failing()
        assert False
    except KeyError:
        pass
for wrong in ((), ({}, loop), ([], loop, None), ({}, loop, lambda fd, size: "x"), ({}, loop, lambda fd, size: b"x" * (size + 1))):
    try:
        _coderuntime.take(*wrong)
        assert False, wrong
    except TypeError:
        pass

# Whatever it is given, it says how much it left and nothing worse.
line = frame(0, '{"a":[1,"b",null]}') * 3
for _ in range(3000):
    spoilt = bytearray(line)
    for _ in range(random.randrange(4)):
        spoilt[random.randrange(len(spoilt))] = random.randrange(256)
    spoilt = bytes(spoilt[: random.randrange(len(spoilt) + 1)])
    rest = take({0: loop.create_future()}, spoilt)
    assert spoilt.endswith(rest)
    taken = len(spoilt) - len(rest)
    assert taken == 0 or spoilt[taken - 1 : taken] == b"\n", spoilt
return [answered, left]`)
	assert.Equal(t, []float64{17, 21}, counts)
}

func TestWhatAllRunsShareIsNeverFreedAndItsReferencesNotCounted(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.Equal(t, true, value[bool](t, r, `
import asyncio, gc, json, sys, weakref
immortal = sys.getrefcount(None)

def shared(things):
    return {name for name, thing in things.items() if sys.getrefcount(thing) != immortal}

code = json.dumps.__code__
left = shared({"module": json, "function": json.dumps, "code": code, "constants": code.co_consts, "names": code.co_names,
               "name": code.co_name, "file": code.co_filename, "class": json.JSONEncoder, "method": vars(json.JSONEncoder)["encode"],
               "dict": vars(json), "modules": sys.modules, "loop": asyncio.get_running_loop(), "default": json.dumps.__kwdefaults__})
assert not left, left

# What a program makes dies as ever, also when it stands in what is shared.
class Thing:
    pass
thing = Thing()
gone = weakref.ref(thing)
json.thing = thing
del thing, json.thing
assert gone() is None
cycle = Thing()
cycle.self = cycle
gone = weakref.ref(cycle)
del cycle
gc.collect()
assert gone() is None
return gc.get_freeze_count() > 1000`))
}
