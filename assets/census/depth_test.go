package census

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What comes of deep sources and deep values is what CPython on Linux makes of them; see edits in assets/recipe/patch.go.
func TestDepthHasTheOutcomesThatItHasOnLinux(t *testing.T) {
	r := newRuntime(t)
	for _, c := range []struct{ name, expression, want string }{
		{"100 nested brackets", `eval("(" * 100 + "1" + ")" * 100)`, `"1"`},
		{"199 nested brackets", `eval("(" * 199 + "1" + ")" * 199)`, `"1"`},
		{"300 nested brackets", `eval("(" * 300 + "1" + ")" * 300)`, `"SyntaxError: too many nested parentheses (<string>, line 1)"`},
		{"199 brackets that stay open", `eval("[" * 199)`, `"SyntaxError: '[' was never closed (<string>, line 1)"`},
		{"5000 brackets that stay open", `eval("(" * 5000)`, `"SyntaxError: too many nested parentheses (<string>, line 1)"`},
		{"signs in a row", `eval("-" * 2000 + "1")`, `"1"`},
		{"too many signs in a row", `eval("-" * 100000 + "1")`, `"MemoryError: Parser stack overflowed - Python source too complex to parse"`},
		{"a long sum", `eval("+".join("1" * 3000))`, `"3000"`},
		{"a sum that is too long", `eval("+".join("1" * 100000))`, `"RecursionError: maximum recursion depth exceeded during compilation"`},
		{"too many blocks in blocks", `compile("".join(" " * i + "if 1:\n" for i in range(150)) + " " * 150 + "pass", "", "exec")`, `"IndentationError: too many levels of indentation (, line 101)"`},
		{"repr of lists in lists", `len(repr(nest(9000)))`, `"18002"`},
		{"repr of too many", `repr(nest(100000))`, `"RecursionError: maximum recursion depth exceeded while getting the repr of an object"`},
		{"JSON in and out", `len(json.dumps(json.loads("[" * 9000 + "]" * 9000)))`, `"18000"`},
		{"JSON that is too deep", `json.loads("[" * 100000 + "]" * 100000)`, `"RecursionError: maximum recursion depth exceeded while decoding a JSON array from a unicode string"`},
		{"marshal", `len(marshal.dumps(nest(1900))) > 0`, `"True"`},
		{"a function that calls itself", `again()`, `"RecursionError: maximum recursion depth exceeded"`},
		{"and through C", `sort()`, `"RecursionError: maximum recursion depth exceeded"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := run(t, r, `
import json, marshal, sys

def nest(n):
    x = []
    for _ in range(n):
        x = [x]
    return x

def again():
    return again()

def sort():
    sys.setrecursionlimit(10**6)
    return sorted([1, 2], key=lambda x: sort())

try:
    return str(`+c.expression+`)
except (SyntaxError, RecursionError, MemoryError) as error:
    return f"{type(error).__name__}: {error}"`)
			require.Nil(t, result.Failure)
			assert.JSONEq(t, c.want, string(result.Value))
		})
	}
}
