package rewrite

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkOf is the fuel check with its global and function, spelled out.
func checkOf(fuel, tick byte) []byte {
	return []byte{
		opGlobalGet, fuel,
		opI32Const, 1,
		opI32Sub,
		opGlobalSet, fuel,
		opGlobalGet, fuel,
		opI32Const, 0,
		opI32GeS,
		opIf, typeEmpty, opElse,
		opCall, tick,
		opEnd,
	}
}

// fuelGlobal is a mutable i32 that starts at 0, as the appended one must be.
var fuelGlobal = []byte{typeI32, 1, opI32Const, 0, opEnd}

// Each of the loops calls a function, so that no turn of it is known to be short.
func TestALoopGetsItsCheckWhereverItStands(t *testing.T) {
	check, valid := checkOf(1, 0), newValidator(t)
	for _, test := range []struct {
		name string
		// body is the function with what stands after each loop header: the check and the call.
		body func(check []byte) []byte
	}{
		{"no loop", func([]byte) []byte { return fn(opNop) }},
		{"an empty loop", func(c []byte) []byte { return fn(slices.Concat([]byte{opLoop, typeEmpty}, c, []byte{opEnd})...) }},
		{"a loop in a loop", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opLoop, typeEmpty}, c, []byte{opLoop, typeEmpty}, c, []byte{opBr, 1, opEnd, opEnd})...)
		}},
		{"loops one after the other", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opLoop, typeEmpty}, c, []byte{opEnd, opLoop, typeEmpty}, c, []byte{opEnd})...)
		}},
		{"loops in a block, an if and an else", func(c []byte) []byte {
			return fn(slices.Concat(
				[]byte{opBlock, typeEmpty, opLoop, typeEmpty}, c, []byte{opEnd, opEnd},
				[]byte{opI32Const, 0, opIf, typeEmpty, opLoop, typeEmpty}, c, []byte{opEnd},
				[]byte{opElse, opLoop, typeEmpty}, c, []byte{opEnd, opEnd})...)
		}},
		{"a loop with a result", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opLoop, typeI32}, c, []byte{opI32Const, 3, opEnd, opDrop})...)
		}},
		{"a loop with parameters and results", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opI32Const, 1, opI32Const, 2, opLoop, 1}, c, []byte{opEnd, opDrop, opDrop})...)
		}},
		{"a loop whose type index is padded", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opI32Const, 1, opI32Const, 2, opLoop, 0x81, 0x80, 0}, c, []byte{opEnd, opDrop, opDrop})...)
		}},
		{"a loop that is never reached", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opUnreachable, opLoop, 1}, c, []byte{opEnd, opDrop, opDrop})...)
		}},
		{"a loop after locals", func(c []byte) []byte {
			return fnWithLocals([]byte{2, 3, typeI32, 3, typeVector}, slices.Concat([]byte{opLoop, typeEmpty}, c, []byte{opEnd})...)
		}},
		{"a loop that starts like a check", func(c []byte) []byte {
			return fn(slices.Concat([]byte{opLoop, typeEmpty}, c, checkOf(0, 1), []byte{opEnd})...)
		}},
		{"so many loops that the sizes need another byte", func(c []byte) []byte {
			return fn(slices.Repeat(slices.Concat([]byte{opLoop, typeEmpty}, c, []byte{opEnd}), 30)...)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			build := func(check []byte) []byte {
				globals, exports := [][]byte{fuelGlobal}, [][]byte{export("other", kindFunction, 1)}
				if check != nil {
					globals, exports = append(globals, fuelGlobal), append(exports, export("fuel", kindGlobal, 1))
				}
				return assemble(
					vec(sectionType, proc, funcType([]byte{typeI32, typeI32}, []byte{typeI32, typeI32})),
					tick,
					vec(sectionFunction, []byte{0}, []byte{0}),
					vec(sectionGlobal, globals...),
					vec(sectionExport, exports...),
					vec(sectionCode, fn(), test.body(append(slices.Clone(check), opCall, 1))))
			}
			got, err := Meter(build(nil), MeterOptions{})
			require.NoError(t, err)
			assert.Equal(t, build(check), got)
			assert.NoError(t, valid(build(nil)), "the test's own module")
			assert.NoError(t, valid(got))
		})
	}
}

func TestMissingSectionsAreCreatedInTheirOrder(t *testing.T) {
	types, functions := vec(sectionType, proc), vec(sectionFunction, []byte{0})
	memory, start := vec(sectionMemory, []byte{0, 1}), sec(sectionStart, []byte{1})
	code, name := vec(sectionCode, fn(opNop)), custom("name", 0, 2, 1, 'm')
	global, exports := vec(sectionGlobal, fuelGlobal), vec(sectionExport, export("fuel", kindGlobal, 0))
	other := export("other", kindFunction, 1)
	for _, test := range []struct {
		name         string
		module, want []byte
	}{
		{
			"both missing in a module of types and imports",
			assemble(types, tick),
			assemble(types, tick, global, exports),
		}, {
			"both missing between others",
			assemble(types, tick, functions, memory, start, code),
			assemble(types, tick, functions, memory, global, exports, start, code),
		}, {
			"both missing at the end",
			assemble(types, tick, memory),
			assemble(types, tick, memory, global, exports),
		}, {
			"no globals but exports",
			assemble(types, tick, functions, vec(sectionExport, other), code),
			assemble(types, tick, functions, global, vec(sectionExport, other, export("fuel", kindGlobal, 0)), code),
		}, {
			"no exports but globals",
			assemble(types, tick, functions, global, code),
			assemble(types, tick, functions, vec(sectionGlobal, fuelGlobal, fuelGlobal), vec(sectionExport, export("fuel", kindGlobal, 1)), code),
		}, {
			"empty ones",
			assemble(types, tick, functions, vec(sectionGlobal), vec(sectionExport), code),
			assemble(types, tick, functions, global, exports, code),
		}, {
			"custom sections stay where they are",
			assemble(custom("a"), types, tick, custom("b"), functions, custom("c"), code, custom("d"), name),
			assemble(custom("a"), types, tick, custom("b"), functions, global, exports, custom("c"), code, custom("d"), name),
		}, {
			"imported globals count",
			assemble(types, vec(sectionImport, append(appendName(appendName(nil, "a"), "b"), kindGlobal, typeI32, 0), importFunc("hostfuncs", "tick", 0))),
			assemble(types, vec(sectionImport, append(appendName(appendName(nil, "a"), "b"), kindGlobal, typeI32, 0), importFunc("hostfuncs", "tick", 0)),
				global, vec(sectionExport, export("fuel", kindGlobal, 1))),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			valid := newValidator(t)
			got, err := Meter(test.module, MeterOptions{})
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
			assert.NoError(t, valid(test.module), "the test's own module")
			assert.NoError(t, valid(got))
		})
	}
}

func TestSectionsThatDoNotChangeKeepPaddedSizes(t *testing.T) {
	padded := []byte{sectionCustom, 0x82, 0x80, 0, 1, 'a'}
	module := assemble(padded, vec(sectionType, proc), tick)
	got, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	assert.Equal(t, assemble(padded, vec(sectionType, proc), tick, vec(sectionGlobal, fuelGlobal), vec(sectionExport, export("fuel", kindGlobal, 0))), got)
}

func TestTheInputIsNotWrittenTo(t *testing.T) {
	module := moduleAround(nil, nil)
	before := slices.Clone(module)
	module = append(module, 1, 2, 3)[:len(module)] // room to spoil
	got, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	clear(got)
	assert.Equal(t, before, module)
}

func TestTheNamesCanBeChosen(t *testing.T) {
	module := assemble(
		vec(sectionType, funcType(i32, noValues), proc),
		vec(sectionImport, importFunc("hostfuncs", "tick", 0), importFunc("host", "turn", 1)),
		vec(sectionFunction, []byte{1}),
		vec(sectionCode, fn(opLoop, typeEmpty, opCall, 1, opEnd)))
	got, err := Meter(module, MeterOptions{TickModule: "host", TickName: "turn", Fuel: "gäs"})
	require.NoError(t, err)
	assert.Equal(t, assemble(
		vec(sectionType, funcType(i32, noValues), proc),
		vec(sectionImport, importFunc("hostfuncs", "tick", 0), importFunc("host", "turn", 1)),
		vec(sectionFunction, []byte{1}),
		vec(sectionGlobal, fuelGlobal),
		vec(sectionExport, export("gäs", kindGlobal, 0)),
		vec(sectionCode, fn(slices.Concat([]byte{opLoop, typeEmpty}, checkOf(0, 1), []byte{opCall, 1, opEnd})...))), got)
}

func TestEveryFormOfSectionContentPassesThrough(t *testing.T) {
	imports := vec(sectionImport,
		importFunc("hostfuncs", "other", 0),
		append(appendName(appendName(nil, "env"), "table"), kindTable, typeExternref, 1, 0, 9),
		append(appendName(appendName(nil, "env"), "global"), kindGlobal, typeI32, 0),
		importFunc("hostfuncs", "tick", 0),
		append(appendName(appendName(nil, "env"), "vector"), kindGlobal, typeVector, 0))
	build := func(globals, exports [][]byte, check []byte) []byte {
		return assemble(
			vec(sectionType, proc, funcType([]byte{typeI32, typeFuncref, typeVector}, []byte{typeExternref})),
			imports,
			vec(sectionFunction, []byte{0}),
			vec(sectionTable, []byte{typeFuncref, 1, 1, 0xff, 0xff, 3}),
			vec(sectionMemory, []byte{1, 1, 2}),
			vec(sectionGlobal, slices.Concat([][]byte{
				{typeI32, 1, opI32Const, 0xff, 0xff, 0xff, 0xff, 7, opEnd},
				append([]byte{0x7e, 0, opI64Const}, append(appendSigned(nil, -1<<63), opEnd)...),
				{0x7d, 0, opF32Const, opEnd, opEnd, opEnd, opEnd, opEnd},
				{0x7c, 0, opF64Const, opEnd, opEnd, opEnd, opEnd, opEnd, opEnd, opEnd, opEnd, opEnd},
				slices.Concat([]byte{typeVector, 0}, number(prefixVector, vectorConst, slices.Repeat([]byte{opEnd}, 16)...), []byte{opEnd}),
				{typeFuncref, 0, opRefFunc, 2, opEnd},
				{typeExternref, 0, opRefNull, typeExternref, opEnd},
				{typeI32, 0, opGlobalGet, 0, opEnd},
				{typeI32, 0, opGlobalGet, 0, opI32Const, 2, opI32Mul, opI32Const, 1, opI32Add, opI32Const, 3, opI32Sub, opEnd},
				{0x7e, 0, opI64Const, 2, opI64Const, 1, opI64Mul, opI64Const, 1, opI64Add, opI64Const, 3, opI64Sub, opEnd},
			}, globals)...),
			vec(sectionExport, slices.Concat([][]byte{
				export("table", kindTable, 1), export("memory", kindMemory, 0), export("global", kindGlobal, 0), export("", kindFunction, 2),
			}, exports)...),
			sec(sectionStart, []byte{2}),
			vec(sectionElement,
				[]byte{1, 0, 1, 2},
				[]byte{2, 1, opI32Const, 0, opEnd, 0, 1, 2},
				[]byte{3, 0, 1, 2},
				[]byte{5, typeFuncref, 2, opRefFunc, 2, opEnd, opRefNull, typeFuncref, opEnd},
				[]byte{6, 1, opGlobalGet, 0, opEnd, typeFuncref, 1, opRefFunc, 2, opEnd},
				[]byte{7, typeFuncref, 1, opRefNull, typeFuncref, opEnd}),
			vec(sectionCode, fn(slices.Concat([]byte{opLoop, typeEmpty}, check, []byte{opCall, 2, opEnd})...)),
			vec(sectionData, active(1, "a"), []byte{0, opGlobalGet, 0, opEnd, 1, 'b'}, passive("c"), explicit(4, "d")),
		)
	}
	module := build(nil, nil, nil)
	got, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	assert.Equal(t, build([][]byte{fuelGlobal}, [][]byte{export("fuel", kindGlobal, 12)}, checkOf(12, 1)), got)

	valid := newValidator(t)
	assert.NoError(t, valid(module), "the test's own module")
	assert.NoError(t, valid(got))
}

// Of an imported table 0 the two forms without a table index can be used.
func TestTheShortFormsOfElementsPassThrough(t *testing.T) {
	for _, segment := range [][]byte{{0, opI32Const, 0, opEnd, 1, 0}, {4, opI32Const, 0, opEnd, 1, opRefFunc, 0, opEnd}} {
		rest := [][]byte{vec(sectionElement, segment)}
		before := [][]byte{vec(sectionType, proc), tick, vec(sectionTable, []byte{typeFuncref, 0, 1})}
		got, err := Meter(assemble(slices.Concat(before, rest)...), MeterOptions{})
		require.NoError(t, err)
		assert.Equal(t, assemble(slices.Concat(before, [][]byte{vec(sectionGlobal, fuelGlobal), vec(sectionExport, export("fuel", kindGlobal, 0))}, rest)...), got)
		assert.NoError(t, newValidator(t)(got))
	}
}
