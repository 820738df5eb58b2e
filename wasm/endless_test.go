package wasm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// assembler defines code(), which makes a function of opcodes and their arguments, with an exception table if it is given one.
const assembler = `
import opcode
def code(*pairs, table=b'', **more):
    def f(): pass
    text = b''.join(bytes((opcode.opmap[name], arg)) for name, arg in pairs)
    f.__code__ = f.__code__.replace(co_code=text, co_exceptiontable=table, co_stacksize=20, **more)
    return f
`

// endless programs come past the evaluation loop alone, again and again, each by another way.
var endless = map[string]string{
	"a jump to itself":                    "code(('JUMP_BACKWARD_NO_INTERRUPT', 1))()",
	"a jump and a cache":                  "code(('JUMP_BACKWARD', 2), ('CACHE', 0))()",
	"a jump forward by -4":                "code(('EXTENDED_ARG', 255), ('EXTENDED_ARG', 255), ('EXTENDED_ARG', 255), ('JUMP_FORWARD', 252))()",
	"a jump forward around all of memory": "code(('EXTENDED_ARG', 127), ('EXTENDED_ARG', 255), ('EXTENDED_ARG', 255), ('JUMP_FORWARD', 252))()",
	"a handler of its own exception":      "code(('RAISE_VARARGS', 0), table=b'\\x80\\x01\\x00\\x00')()",
	"a handler that raises it again":      "code(('RAISE_VARARGS', 0), ('RERAISE', 0), table=b'\\x80\\x02\\x01\\x00')()",
	"frames that only return, from C":     "import collections, itertools\nf = code(('RETURN_CONST', 0))\ncollections.deque(map(lambda n: f(), itertools.repeat(0)), maxlen=0)",
	"frames that only return":             "f = code(('RETURN_CONST', 0))\nwhile True: f()",
	"frames that only raise":              "f = code(('RAISE_VARARGS', 0))\nwhile True:\n    try: f()\n    except RuntimeError: pass",
	"frames within frames":                "def f(n): f(n - 1); f(n - 1)\nwhile True:\n    try: f(10**9)\n    except RecursionError: pass",
	"two that send to each other":         "def g():\n    while True: yield\ndef h(): yield from g()\nfor _ in h(): pass",
	"generators that are left":            "def g():\n    yield 1\nwhile True: next(g())",
	"generators that are thrown into":     "def g():\n    while True:\n        try: yield\n        except ValueError: pass\ni = g(); next(i)\nwhile True: i.throw(ValueError)",
	"an awaited iterator":                 "import types\n@types.coroutine\ndef g():\n    while True: yield\nasync def h(): await g()\nc = h()\nwhile True: c.send(None)",
	"a trace function that goes back": `
import sys
def f():
    a = 1
    b = 2
def back(frame, event, arg):
    if event == 'line' and frame.f_lineno == f.__code__.co_firstlineno + 2:
        frame.f_lineno -= 1
    return back
sys.settrace(back)
f()`,
	"a monitored loop": `
import sys
m = sys.monitoring
m.use_tool_id(1, 'test')
e = m.events
m.register_callback(1, e.INSTRUCTION, lambda code, offset: None)
m.register_callback(1, e.JUMP, lambda code, offset, to: None)
m.set_events(1, e.INSTRUCTION | e.JUMP | e.LINE)
while True: pass`,
}

func TestNoBytecodeRunsForEverWithoutUsingFuel(t *testing.T) {
	r := newTestRuntime(t, Config{Fuel: 5_000_000, Limits: coderuntime.Limits{Memory: 256 * coderuntime.MiB}})
	for name, program := range endless {
		t.Run(name, func(t *testing.T) {
			result, err := r.Run(t.Context(), coderuntime.Request{Program: assembler + program})
			require.NoError(t, err)
			assert.Equal(t, &coderuntime.Failure{Kind: coderuntime.FailureTimeout, Message: "fuel exhausted (limit 5000000)"}, result.Failure)
			assertAlive(t, r)
		})
	}
}
