package conformance

import (
	"math"
	"strconv"
	"strings"

	"coderuntime"
)

func repeat(text string, n int) string { return strings.Repeat(text, n) }

// values are the cases about the value of a run: lossless JSON, within a budget.
func values() []Case {
	lossy := func(name string, line int, program string, contains ...string) Case {
		return Case{
			Name: name, Lines: lines{line, 372}, Program: program,
			Want: fails(invalidOutput, append(contains, "program completion must be lossless JSON (")...),
		}
	}
	return []Case{
		{
			Name:  "Plain values of every kind come back as JSON",
			Lines: lines{196, 197, 371},
			Program: `
				return [None, True, False, 0, -7, 1.5, "text", "", [], {}, [[1], {"k": [2]}], {"": 0, "a b": {}}]
			`,
			Want: gives(`[null,true,false,0,-7,1.5,"text","",[],{},[[1],{"k":[2]}],{"":0,"a b":{}}]`),
		},
		{
			Name:    "Members keep their order",
			Program: `return {"b": 1, "a": 2, "10": 3, "9": 4, "__proto__": 5}`,
			Want:    gives(`{"b":1,"a":2,"10":3,"9":4,"__proto__":5}`),
		},
		{
			Name: "Escapes are the shortest there are",
			Program: `
				return "\"\\/\b\f\n\r\t\x00\x1f\x7f\u2028é😀<&>"
			`,
			Want: gives("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028é😀<&>\""),
		},
		{
			Name:  "A value may be shared as long as it isn't circular",
			Lines: lines{316},
			Program: `
				shared = [1]
				return {"a": shared, "b": [shared, shared]}
			`,
			Want: gives(`{"a":[1],"b":[[1],[1]]}`),
		},
		{
			Name:    "A key that is no string is not lossless",
			Lines:   lines{77},
			Program: `return {1: "a", "1": "b"}`,
			Want:    says(invalidOutput, "program completion must be lossless JSON (non-string dict key (int))"),
		},
		lossy("A set is not lossless", 79, `return {1, 2}`, "unsupported type (set)"),
		lossy("A tuple is not lossless", 79, `return [(1, 2)]`, "unsupported type (tuple)"),
		lossy("Bytes are not lossless", 79, `return {"b": b"x"}`, "unsupported type (bytes)"),
		lossy("A date is not lossless", 79, "import datetime\nreturn datetime.date(2024, 1, 1)", "unsupported type (date)"),
		lossy("A decimal is not lossless", 79, "from decimal import Decimal\nreturn Decimal(1)", "unsupported type (Decimal)"),
		lossy("A function is not lossless", 79, `return print`, "unsupported type ("),
		lossy("A circular list is not lossless", 316, "x = []\nx.append([x])\nreturn x", "circular reference"),
		lossy("A circular dict is not lossless", 316, "x = {}\nx['me'] = {'deep': x}\nreturn x", "circular reference"),
		lossy("Negative zero is not lossless", 80, `return -0.0`, "negative zero"),
		lossy("Not a number is not lossless", 81, `return [float("nan")]`, "non-finite float"),
		lossy("Infinity is not lossless", 81, `return {"x": float("-inf")}`, "non-finite float"),
		lossy("An integer between two doubles is not lossless", 195, `return 2**53 + 1`, "not exactly representable"),
		lossy("A huge integer is not lossless", 195, `return 10**400`, "not exactly representable"),
		lossy("A subclass of dict is not lossless", 196, "class D(dict): pass\nreturn D()", "unsupported type (D)"),
		lossy("A subclass of list is not lossless", 196, "class L(list): pass\nreturn [L()]", "unsupported type (L)"),
		lossy("A subclass of str is not lossless", 197, "class S(str): pass\nreturn S('x')", "unsupported type (S)"),
		lossy("A subclass of int is not lossless", 197, "class I(int): pass\nreturn I(1)", "unsupported type (I)"),
		lossy("A subclass of float is not lossless", 197, "class F(float): pass\nreturn F(1)", "unsupported type (F)"),
		lossy("A member of an IntEnum is not lossless", 197, "import enum\nclass E(enum.IntEnum):\n    A = 1\nreturn E.A", "unsupported type (E)"),
		lossy("A key of a subclass of str is not lossless", 197, "class S(str): pass\nreturn {S('x'): 1}", "non-string dict key (S)"),
		lossy("Two keys that are one in JSON are not lossless", 236,
			`return {"\ud83d\ude00": 1, "\U0001f600": 2}`, "duplicate dict key after surrogate-pair combining"),
		{
			Name:    "A class with a name of 70 MiB is named in part",
			Lines:   lines{101},
			Program: `return type("N" * (70 << 20), (), {})()`,
			Want:    fails(invalidOutput, "lossless JSON", "NNN", "… [truncated]"),
		},
		{
			Name:    "Integers that a double holds exactly are exact",
			Lines:   lines{195, 291},
			Program: `return [2**53 - 1, 2**53, 2**60, -2**63, 10**22, 2**1000 % 2**64 or 0]`,
			Want:    gives(`[9007199254740991,9007199254740992,1152921504606846976,-9223372036854775808,10000000000000000000000,0]`),
		},
		{
			Name:    "A lone surrogate stays, a spelled pair becomes its character",
			Lines:   lines{182},
			Program: `return ["\ud800", "a\udfff", "\ud83d\ude00", {"\udc00": 1}]`,
			Want:    gives(`["\ud800","a\udfff","😀",{"\udc00":1}]`),
		},
		{
			Name:  "Ten thousand levels of nesting come through",
			Lines: lines{137, 312},
			Program: `
				value = []
				for _ in range(9_999):
				    value = [value]
				return value
			`,
			Want: gives(repeat("[", 10_000) + repeat("]", 10_000)),
		},
		{
			Name:    "Fifty thousand elements come through",
			Lines:   lines{336},
			Program: `return list(range(50_000))`,
			Limits:  valueLimit(512 * kib),
			Want:    gives(countTo(50_000)),
		},
		{
			Name:    "Six million elements come through under 20 MiB",
			Lines:   lines{223},
			Program: `return [0] * 6_000_000`,
			Limits:  coderuntime.Limits{Value: 20 * mib, Memory: 384 * mib},
			Want:    Want{Value: AnyValue, Check: valueLength(12_000_001)},
		},
	}
}

func countTo(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte("[,"[min(i, 1)])
		b.WriteString(strconv.Itoa(i))
	}
	return b.String() + "]"
}

// valueLimits are the cases about the budget of a value.
func valueLimits() []Case {
	over := func(name string, line int, size coderuntime.ByteSize, program string) Case {
		return Case{
			Name: name, Lines: lines{line, 330, 331}, Program: program, Limits: valueLimit(size),
			Want: Want{Failure: outputLimit},
		}
	}
	fits := func(name string, line int, size coderuntime.ByteSize, program, value string) Case {
		return Case{Name: name, Lines: lines{line, 331}, Program: program, Limits: valueLimit(size), Want: gives(value)}
	}
	return []Case{
		{
			Name:    "A value over its budget says what the budget is",
			Lines:   lines{82, 330},
			Program: `return "x" * 5000`,
			Limits:  valueLimit(64),
			Want:    says(outputLimit, "completion value exceeded 64 bytes"),
		},
		fits("A string fits with its quotes", 331, 64, `return "x" * 62`, `"`+repeat("x", 62)+`"`),
		over("A string with its quotes is one over", 331, 64, `return "x" * 63`),
		fits("1.0 costs one byte", 86, 1, `return 1.0`, `1`),
		fits("1e-7 costs four bytes", 86, 4, `return 1e-7`, `1e-7`),
		over("1.5 costs more than two bytes", 86, 2, `return 1.5`),
		fits("é costs two bytes", 186, 4, `return "é"`, `"é"`),
		over("éx costs more than four bytes with its quotes", 186, 4, `return "éx"`),
		fits("A lone surrogate costs eight bytes with its quotes", 183, 8, `return "\ud800"`, `"\ud800"`),
		over("A lone surrogate costs more than seven", 183, 7, `return "\ud800"`),
		fits("An object costs what it spells", 331, 13, `return {"a": [1, 2]}`, `{"a":[1,2]}`),
		over("An object over its budget by one", 331, 10, `return {"a": [1, 2]}`),
		{
			Name:    "Three million lone surrogates fit exactly",
			Lines:   lines{184},
			Program: `return "\ud800" * 3_000_000`,
			Limits:  valueLimit(18_000_002),
			Want:    Want{Value: AnyValue, Check: valueLength(18_000_002)},
		},
		over("Three million lone surrogates are one over", 184, 18_000_001, `return "\ud800" * 3_000_000`),
		over("Eight million NULs are over 16 MiB", 83, 16*mib, `return "\0" * 8_000_000`),
		{
			Name:    "Two million elements are refused without a look at them",
			Lines:   lines{84},
			Program: `return [0] * 2_000_000`,
			Limits:  coderuntime.Limits{Value: 64, Memory: 256 * mib},
			Want:    says(outputLimit, "completion value exceeded 64 bytes"),
		},
		over("Two million members are refused without a look at them", 85, 64,
			`return dict.fromkeys(map(str, range(2_000_000)), 0)`),
		{
			Name:    "A string of 100 MiB is refused without a copy",
			Lines:   lines{200},
			Program: `return "x" * (100 << 20)`,
			Limits:  coderuntime.Limits{Value: 1024, Memory: 384 * mib},
			Want:    says(outputLimit, "completion value exceeded 1024 bytes"),
		},
		{
			Name:    "40 MiB of NULs are refused without a copy",
			Lines:   lines{201},
			Program: `return "\0" * (40 << 20)`,
			Limits:  coderuntime.Limits{Value: 1024, Memory: 384 * mib},
			Want:    says(outputLimit, "completion value exceeded 1024 bytes"),
		},
		{
			Name:  "Held output and a value, both at their largest, don't add up",
			Lines: lines{222},
			Program: `
				import sys
				sys.stdout.write("\U0001f600" * 33_000_000)
				return "\U0001f600" * 33_000_000
			`,
			Limits: coderuntime.Limits{Log: 32 * mib, Value: 32 * mib, Memory: 512 * mib},
			Want:   Want{Failure: outputLimit, Logs: []string{marker(32 << 20)}},
		},
	}
}

// floats are the cases about the spelling of numbers.
func floats() []Case {
	const program = `
		return [1.0, 100.0, 1.5, 0.1, 1e-7, 1e-6, 1e-5, 123.456, -2.5e-8, 1e21, 2.0**60, 5e-324, 1.7976931348623157e308]
	`
	spelled := `[1,100,1.5,0.1,1e-7,0.000001,0.00001,123.456,-2.5e-8,1000000000000000000000,1152921504606846976,5e-324,` + allDigits(math.MaxFloat64) + `]`
	return []Case{
		{
			Name:    "Floats are spelled as ECMAScript does, integral ones with all their digits",
			Lines:   lines{87},
			Program: program,
			Want:    gives(spelled),
		},
		{
			Name:  "Floats come back from the host as they were",
			Lines: lines{87, 194},
			Program: `
				values = [1.5, 0.1, 1e-7, 1e-6, -2.5e-8, 5e-324, 123.456, 1e21, 2.0**60, 1.7976931348623157e308]
				echoed = await tools.echo(values)
				return [echoed == values, await tools.echo(2**60), type(await tools.echo(1.0)).__name__]
			`,
			Want: gives(`[true,1152921504606846976,"int"]`),
		},
		{
			Name:  "The program's decimal context doesn't touch them",
			Lines: lines{120},
			Program: `
				import decimal
				context = decimal.getcontext()
				context.prec = 2
				context.traps[decimal.Inexact] = True
				return [0.1234567, 1e-7, 123456.789, 1e300]
			`,
			Want: gives(`[0.1234567,1e-7,123456.789,` + allDigits(1e300) + `]`),
		},
	}
}

func allDigits(f float64) string { return strconv.FormatFloat(f, 'f', 0, 64) }
