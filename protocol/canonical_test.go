package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The trailing comments name the case of the behaviour notes that a row stands for.

func TestCanonicalSpelling(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"white space goes", " {\t\"a\" :\r\n[ 1 , 2 ] } \n", `{"a":[1,2]}`},
		{"white space inside strings stays", `" a "`, `" a "`},
		{"scalars", `[null,true,false]`, `[null,true,false]`},
		{"empty containers", `[ [ ] , { } ]`, `[[],{}]`},
		{"members keep their order and duplicates", `{"b":1,"a":2,"b":3}`, `{"b":1,"a":2,"b":3}`},
		{"own keys only: __proto__ is one", `{"__proto__":{"x":1}}`, `{"__proto__":{"x":1}}`}, // seed: 287

		{"quote and backslash", `"\u0022\u005c\"\\"`, `"\"\\\"\\"`},
		{"short escapes", `"\u0008\u0009\u000a\u000c\u000d"`, `"\b\t\n\f\r"`},
		{"other controls, lower case", `"\u0000\u001F\u000B"`, `"\u0000\u001f\u000b"`},
		{"escaped solidus", `"a\/b"`, `"a/b"`},
		{"needless escapes", `"\u0061\u007f\u2028\u00e9\uFFFF"`, "\"a\u007f\u2028é\uffff\""},
		{"escapes of keys", `{"\u0061\u0022":"\u0061"}`, `{"a\"":"a"}`},
		{"a pair becomes its character", `"\ud83d\ude00"`, `"😀"`},              // seed: 182
		{"lone surrogates stay escapes", `"\uD800x\uDFFF"`, `"\ud800x\udfff"`}, // seed: 182
		{"a high surrogate before a pair", `"\ud83d\ud83d\ude00"`, `"\ud83d😀"`},
		{"a pair in the wrong order", `"\ude00\ud83d"`, `"\ude00\ud83d"`},
		{"a high surrogate before another escape", `"\ud83d\n\ude00"`, `"\ud83d\n\ude00"`},
		{"a high surrogate at the end", `["\ud83d","\ude00"]`, `["\ud83d","\ude00"]`},
		{"a backslash before u", `"\\u0061"`, `"\\u0061"`},

		{"integral doubles", `[1.0,100.0,1e2,-0.0e1,12.50e1]`, ""},
		{"integral doubles without zero", `[1.0,100.0,1e2,12.50e1]`, `[1,100,100,125]`},                              // seed: 86, 87
		{"fractions", `[1.50,0.10,123.4560,-2.5E-8]`, `[1.5,0.1,123.456,-2.5e-8]`},                                   // seed: 87
		{"the least decimal form", `[1e-6,0.00001,1e-07,0.0000001,1.25e-7]`, `[0.000001,0.00001,1e-7,1e-7,1.25e-7]`}, // seed: 86, 87
		{"the least double", `[5e-324,4.9e-324]`, `[5e-324,5e-324]`},
		{"no double below", `1e-400`, `0`},
		{"two to the 60", `[1152921504606846976,1152921504606846976.0]`, `[1152921504606846976,1152921504606846976]`}, // seed: 87, 194, 291
		{"ten to the 21 and more", `[1e20,1e21,1e22]`, `[100000000000000000000,1000000000000000000000,10000000000000000000000]`},
		{"rounded by its fraction", `9007199254740993.0`, `9007199254740992`},
		{"the largest double", `1.7976931348623157e308`, maxDouble},
		{"the largest double in full", maxDouble, maxDouble},
		{"the largest double, negative", "-1.7976931348623157e308", "-" + maxDouble},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Canonical([]byte("kept"), []byte(c.text), -1)
			if c.want == "" {
				assert.ErrorIs(t, err, ErrNotLossless)
				assert.Equal(t, "kept", string(got))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "kept"+c.want, string(got))
			again, err := Canonical(nil, []byte(c.want), len(c.want))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(again), "canonical text stays as it is")
		})
	}
}

const maxDouble = "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368"

func TestCanonicalRefusesWhatIsNotJSON(t *testing.T) {
	texts := []string{
		``, ` `, `[`, `]`, `{`, `}`, `[]]`, `[1,]`, `[,1]`, `[1 2]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{1:2}`,
		`{"a" 1}`, `{"a":1 "b":2}`, `[1}`, `{"a":1]`, `[{]}`, `1 2`, `null null`, `nul`, `nullx`, `True`, `tru`, `NaN`, `Infinity`, `-Infinity`,
		`01`, `-`, `-01`, `+1`, `.5`, `1.`, `1.e1`, `1e`, `1e+`, `0x10`, `1_0`, `--1`, `1.2.3`,
		`"`, `"a`, `"\"`, `"\x41"`, `"\u12"`, `"\u12g4"`, `"\`, `"\u`, "\"\n\"", "\"\x00\"", "\"a\tb\"", `'a'`,
		"\uFEFF1", "\u00A01", "1\v", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\xff",
		`/**/1`, `[1]//`, `{"a":1}{}`, `:`, `,`, `"a":1`,
	}
	for _, text := range texts {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			got, err := Canonical([]byte("kept"), []byte(text), -1)
			assert.ErrorIs(t, err, ErrSyntax)
			assert.Equal(t, "kept", string(got))
		})
	}
}

func TestMeterCountsTheBytesOfTheCanonicalSpelling(t *testing.T) {
	cases := []struct {
		name, text string
		size       int
	}{
		{"NUL", `"\u0000"`, 8},                                                               // seed: 286
		{"two bytes", `"é"`, 4},                                                              // seed: 186, 286
		{"two bytes and one", `"éx"`, 5},                                                     // seed: 186
		{"astral", `"😀"`, 6},                                                                 // seed: 286
		{"astral, escaped", `"\ud83d\ude00"`, 6},                                             // seed: 286
		{"lone surrogate", `"\ud800"`, 8},                                                    // seed: 183, 286
		{"lone surrogate and a letter", `"\ud800a"`, 9},                                      // seed: 286
		{"CJK", `"中"`, 5},                                                                    // seed: 286
		{"keys too", `{"\u0000":"é"}`, 15},                                                   // seed: 286
		{"a scalar", `null`, 4},                                                              // seed: 286
		{"an integral double", `1.0`, 1},                                                     // seed: 86
		{"a small double", `1e-07`, 4},                                                       // seed: 86
		{"a fraction", `1.5`, 3},                                                             // seed: 86
		{"two to the 60", `1152921504606846976`, 19},                                         // seed: 291
		{"a record", `{ "a" : [ 1 , 2.50 , "x" ], "b" : { } }`, 24},                          // seed: 284
		{"many elements", "[" + strings.Repeat("0,", 99_999) + "0]", 200_001},                // seed: 293
		{"many members", "{" + strings.Repeat(`"k":0,`, 99_999) + `"k":0}`, 600_001},         // seed: 293
		{"deep", strings.Repeat("[", 100_000) + "1" + strings.Repeat("]", 100_000), 200_001}, // seed: 290
		{"deep objects", strings.Repeat(`{"":`, 100_000) + "1" + strings.Repeat("}", 100_000), 500_001},
		{"many surrogates", `"` + strings.Repeat(`\uD800`, 300_000) + `"`, 1_800_002}, // seed: 184
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			value, err := MeterDone(Done{Value: []byte(c.text)}, c.size)
			require.NoError(t, err)
			assert.Len(t, value, c.size)
			_, err = MeterDone(Done{Value: []byte(c.text)}, c.size-1)
			assert.ErrorIs(t, err, ErrTooLarge)
		})
	}
}

func TestCanonicalMatchesCompactJSON(t *testing.T) { // seed: 284
	value := map[string]any{
		"text": "a\tb\"c\\é😀", "numbers": []any{0, 1, -1, 1.5, 1e-7, 0.000001, 123.456, 5e-324}, "nested": map[string]any{"": []any{nil, true, false, map[string]any{}}},
	}
	var indented bytes.Buffer
	encoder := json.NewEncoder(&indented)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(" ", "\t")
	require.NoError(t, encoder.Encode(value))
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, indented.Bytes()))
	got, err := Canonical(nil, indented.Bytes(), -1)
	require.NoError(t, err)
	assert.Equal(t, compact.String(), string(got))
}

func TestCanonicalFindsNumbersThatAreNotLossless(t *testing.T) {
	numbers := []string{"1e400", "-1e400", "1e309", "-0", "-0.0", "-0e5", "-1e-400", "9007199254740993", "-9007199254740993",
		"18446744073709551615", strings.Repeat("9", 400), "1" + strings.Repeat("0", 309)}
	frames := []string{"%s", "[0,%s]", `{"a":{"b":[%s]}}`, `{"a":%s,"b":"x"}`, // seed: 288
		strings.Repeat("[", 5000) + "%s" + strings.Repeat("]", 5000)}
	for _, number := range numbers {
		for _, frame := range frames {
			_, err := Canonical(nil, fmt.Appendf(nil, frame, number), -1)
			assert.ErrorIs(t, err, ErrNotLossless, number)
		}
	}
}

func TestOverBudgetWinsOverNotLossless(t *testing.T) { // seed: 289
	cases := []struct {
		name, text string
		limit      int
		want       error
	}{
		{"infinity over", `[1e400]`, 3, ErrTooLarge},                                // seed: 289
		{"infinity far below", `[1e400]`, 100, ErrNotLossless},                      // seed: 289
		{"infinity counts 8", `[1e400]`, 10, ErrNotLossless},                        // seed: 289
		{"infinity counts 8, one less", `[1e400]`, 9, ErrTooLarge},                  // seed: 289
		{"minus infinity counts 9", `-1e400`, 9, ErrNotLossless},                    // seed: 289
		{"minus infinity counts 9, one less", `-1e400`, 8, ErrTooLarge},             // seed: 289
		{"negative zero counts 1", `[-0.0]`, 3, ErrNotLossless},                     // seed: 289
		{"negative zero counts 1, one less", `[-0.0]`, 2, ErrTooLarge},              // seed: 289
		{"number first", `[-0,"` + strings.Repeat("x", 50) + `"]`, 20, ErrTooLarge}, // seed: 289
		{"number last", `["` + strings.Repeat("x", 50) + `",-0]`, 20, ErrTooLarge},  // seed: 289
		{"number first, room", `[-0,"` + strings.Repeat("x", 50) + `"]`, 56, ErrNotLossless},
		{"number last, room", `["` + strings.Repeat("x", 50) + `",-0]`, 56, ErrNotLossless},
		{"an integer between doubles counts the double's digits", `9007199254740993`, 15, ErrTooLarge},
		{"an integer between doubles", `9007199254740993`, 16, ErrNotLossless},
		{"a syntax error after the number", `[-0,]`, 100, ErrSyntax},
		{"a syntax error beyond the limit", `["xxxxxx",]`, 5, ErrTooLarge},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Canonical(nil, []byte(c.text), c.limit)
			assert.ErrorIs(t, err, c.want)
		})
	}
}

func TestTheLimitStopsBeforeAnyCopying(t *testing.T) { // seed: 285
	texts := map[string]string{
		"a long string":        `"` + strings.Repeat("x", 1<<20) + `"`,
		"a string of escapes":  `"` + strings.Repeat(`\u0041`, 1<<18) + `"`,
		"an escape at the end": `"` + strings.Repeat("x", 1<<20) + `\u0041"`,
		"many elements":        "[" + strings.Repeat("0,", 1<<20) + "0]",
		"a wide object":        "{" + strings.Repeat(`"key":0,`, 1<<18) + `"key":0}`,
		"broken further on":    "[" + strings.Repeat("0,", 20) + "}",
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			raw, dst := []byte(text), make([]byte, 0, 64)
			var err error
			allocations := testing.AllocsPerRun(1, func() { _, err = Canonical(dst, raw, 12) })
			assert.ErrorIs(t, err, ErrTooLarge)
			assert.Zero(t, allocations)
		})
	}
}

func TestCanonicalTextIsCopiedInOnePiece(t *testing.T) {
	text := []byte("[" + strings.Repeat(`{"id":12,"name":"a\nb","x":[1.5,true]},`, 1000) + "null]")
	allocations := testing.AllocsPerRun(5, func() {
		if _, err := Canonical(nil, text, -1); err != nil {
			panic(err)
		}
	})
	assert.LessOrEqual(t, allocations, 1.0)
}
