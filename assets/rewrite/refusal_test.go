package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMeterRefuses(t *testing.T) {
	types := vec(sectionType, proc)
	oneLoop := fn(opLoop, typeEmpty, opEnd)
	withCode := func(code ...byte) []byte {
		return assemble(types, tick, vec(sectionFunction, []byte{0}), sec(sectionCode, code))
	}
	metered, err := Meter(withCode(append([]byte{1}, oneLoop...)...), MeterOptions{})
	require.NoError(t, err)

	for _, test := range []struct {
		name    string
		module  []byte
		options MeterOptions
		err     string
	}{
		{"nothing", nil, MeterOptions{}, "offset 0 (0x0): not a WebAssembly module of version 1"},
		{"text", []byte("(module)"), MeterOptions{}, "not a WebAssembly module"},
		{"a component", []byte{0, 'a', 's', 'm', 0x0d, 0, 1, 0}, MeterOptions{}, "not a WebAssembly module of version 1"},
		{"a module without the tick import", assemble(types), MeterOptions{}, "does not import the function hostfuncs.tick"},
		{"a tick from another module", assemble(types, vec(sectionImport, importFunc("env", "tick", 0))), MeterOptions{}, "does not import the function hostfuncs.tick"},
		{"a tick of another name", assemble(types, tick), MeterOptions{TickName: "tock"}, "does not import the function hostfuncs.tock"},
		{"a tick that is a global", assemble(types, vec(sectionImport, append(appendName(appendName(nil, "hostfuncs"), "tick"), kindGlobal, typeI32, 0))), MeterOptions{}, "does not import the function"},
		{"a tick with a parameter", assemble(vec(sectionType, funcType(i32, noValues)), tick), MeterOptions{}, "hostfuncs.tick has parameters or results"},
		{"a tick with a result", assemble(vec(sectionType, funcType(noValues, i32)), tick), MeterOptions{}, "hostfuncs.tick has parameters or results"},
		{"a tick of a type that does not exist", assemble(tick), MeterOptions{}, "type 0 is outside the 0 types"},
		{"an export under the name of the fuel", assemble(types, tick, vec(sectionExport, export("fuel", kindFunction, 0))), MeterOptions{}, `the module exports "fuel" already`},
		{"an export under the chosen name", assemble(types, tick, vec(sectionExport, export("gas", kindFunction, 0))), MeterOptions{Fuel: "gas"}, `the module exports "gas" already`},
		{"a metered module", metered, MeterOptions{}, `the module exports "fuel" already`},
		{"a metered module under another name", metered, MeterOptions{Fuel: "more"}, "the loop starts with a fuel check: the module is metered already"},
		{"a local that does not exist", withCode(append([]byte{1}, fn(opLoop, typeEmpty, opI32Const, 5, opLocalSet, 0, opBr, 0, opEnd)...)...), MeterOptions{}, "local 0 is outside the 0 locals"},
		{"one that is read", withCode(append([]byte{1}, fn(opLocalGet, 0, opDrop)...)...), MeterOptions{}, "local 0 is outside the 0 locals"},
		{"one that is read and written", withCode(append([]byte{1}, fn(opI32Const, 0, opLocalTee, 0, opDrop)...)...), MeterOptions{}, "local 0 is outside the 0 locals"},
		{"a loop without an end", withCode(append([]byte{1}, fn(opLoop, typeEmpty, opBr, 0)...)...), MeterOptions{}, "unexpected end in instruction"},
		{"a loop with what nobody knows", withCode(append([]byte{1}, fn(opLoop, typeEmpty, opBr, 0, 0x27, opEnd)...)...), MeterOptions{}, "unknown opcode 0x27"},
		{"a name that is not UTF-8", assemble(types, tick), MeterOptions{Fuel: "\xff"}, "is not UTF-8"},

		{"sections out of order", assemble(tick, types), MeterOptions{}, "section 1 is out of order"},
		{"a section twice", assemble(types, types), MeterOptions{}, "section 1 is out of order"},
		{"a data count after the code", assemble(vec(sectionCode), sec(sectionDataCount, []byte{0})), MeterOptions{}, "section 12 is out of order"},
		{"a tag section", assemble(types, tick, vec(sectionTag, []byte{0, 0})), MeterOptions{}, "tag section: exception handling is not supported"},
		{"a section of the future", assemble(types, tick, vec(14)), MeterOptions{}, "unknown section 14"},
		{"a section longer than the module", assemble([]byte{sectionCustom, 9, 1, 'a'}), MeterOptions{}, "section needs 9 bytes, 2 are left"},
		{"a section longer than its content", assemble(sec(sectionType, []byte{0, 0})), MeterOptions{}, "1 bytes left over after the section's content"},
		{"a section shorter than its content", assemble(sec(sectionType, []byte{2}, proc)), MeterOptions{}, "unexpected end in type"},
		{"a custom section without a name", assemble(sec(sectionCustom)), MeterOptions{}, "unexpected end in name of a custom section"},

		{"a recursive type", assemble(vec(sectionType, []byte{0x4e, 0})), MeterOptions{}, "type form 0x4e is not a function"},
		{"a type of a typed reference", assemble(vec(sectionType, []byte{0x60, 1, 0x64, 0, 0})), MeterOptions{}, "unsupported value type 0x64"},
		{"a tag import", assemble(types, vec(sectionImport, append(appendName(appendName(nil, "a"), "b"), 4, 0, 0))), MeterOptions{}, "unsupported kind of import 4"},
		{"a table with an initial value", assemble(types, tick, vec(sectionTable, []byte{0x40, 0, typeFuncref, 0, 1})), MeterOptions{}, "unsupported reference type 0x40"},
		{"a memory of 64 bits", assemble(types, tick, vec(sectionMemory, []byte{4, 1})), MeterOptions{}, "unsupported limits 0x04"},
		{"a global neither constant nor variable", assemble(types, tick, vec(sectionGlobal, []byte{typeI32, 2, opI32Const, 0, opEnd})), MeterOptions{}, "neither 0 nor 1"},
		{"a global that starts from itself", assemble(types, tick, vec(sectionGlobal, []byte{typeI32, 0, opGlobalGet, 0, opEnd})), MeterOptions{}, "global 0 is outside the 0 globals"},
		{"a global that is computed", assemble(types, tick, vec(sectionGlobal, []byte{typeI32, 0, opCall, 0, opEnd})), MeterOptions{}, "opcode 0x10 in a constant expression"},
		{"an export of the global to come", assemble(types, tick, vec(sectionExport, export("a", kindGlobal, 0))), MeterOptions{}, "global 0 is outside the 0 globals"},
		{"an export of a function to come", assemble(types, tick, vec(sectionExport, export("a", kindFunction, 1))), MeterOptions{}, "function 1 is outside the 1 functions"},
		{"elements that are a function to come", assemble(types, tick, vec(sectionElement, []byte{1, 0, 1, 1})), MeterOptions{}, "function 1 is outside the 1 functions"},
		{"elements with a reference to it", assemble(types, tick, vec(sectionElement, []byte{5, typeFuncref, 1, opRefFunc, 1, opEnd})), MeterOptions{}, "function 1 is outside the 1 functions"},
		{"a global that refers to it", assemble(types, tick, vec(sectionGlobal, []byte{typeFuncref, 0, opRefFunc, 1, opEnd})), MeterOptions{}, "function 1 is outside the 1 functions"},
		{"a start with it", assemble(types, tick, sec(sectionStart, []byte{1})), MeterOptions{}, "function 1 is outside the 1 functions"},
		{"a call of it", withCode(append([]byte{1}, fn(opCall, 2)...)...), MeterOptions{}, "function 2 is outside the 2 functions"},
		{"a tail call of it", withCode(append([]byte{1}, fn(opReturnCall, 2)...)...), MeterOptions{}, "function 2 is outside the 2 functions"},
		{"a reference to it", withCode(append([]byte{1}, fn(opRefFunc, 2)...)...), MeterOptions{}, "function 2 is outside the 2 functions"},
		{"a call by the type to come", withCode(append([]byte{1}, fn(opCallIndirect, 1, 0)...)...), MeterOptions{}, "type 1 is outside the 1 types"},
		{"a tail call by it", withCode(append([]byte{1}, fn(opReturnCallIndirect, 1, 0)...)...), MeterOptions{}, "type 1 is outside the 1 types"},
		{"a copy to a second memory", withCode(append([]byte{1}, fn(number(prefixMisc, miscMemoryCopy, 1, 0)...)...)...), MeterOptions{}, "only memory 0"},
		{"a copy with a padded index", withCode(append([]byte{1}, fn(number(prefixMisc, miscMemoryCopy, 0, 0x80, 0)...)...)...), MeterOptions{}, "only memory 0"},
		{"a filling of a second memory", withCode(append([]byte{1}, fn(number(prefixMisc, miscMemoryFill, 1)...)...)...), MeterOptions{}, "only memory 0"},
		{"an export cut short", assemble(types, tick, vec(sectionExport, []byte{1, 'a', kindFunction})), MeterOptions{}, "unexpected end in index of an export"},
		{"an export of a tag", assemble(types, tick, vec(sectionExport, export("a", 4, 0))), MeterOptions{}, "unsupported kind of export 4"},
		{"elements placed by the global to come", assemble(types, tick, vec(sectionElement, []byte{0, opGlobalGet, 0, opEnd, 0})), MeterOptions{}, "global 0 is outside the 0 globals"},
		{"elements with unknown flags", assemble(types, tick, vec(sectionElement, []byte{8})), MeterOptions{}, "unknown flags 8 of an element segment"},
		{"elements of an unknown kind", assemble(types, tick, vec(sectionElement, []byte{1, 1, 0})), MeterOptions{}, "unknown kind of an element segment"},
		{"data placed by the global to come", assemble(types, tick, vec(sectionData, []byte{0, opGlobalGet, 0, opEnd, 0})), MeterOptions{}, "global 0 is outside the 0 globals"},

		{"functions without code", assemble(types, tick, vec(sectionFunction, []byte{0})), MeterOptions{}, "1 functions have no code"},
		{"code without functions", assemble(types, tick, vec(sectionCode, fn())), MeterOptions{}, "1 function bodies for 0 functions"},
		{"a function longer than the code", withCode(1, 9, 0, opEnd), MeterOptions{}, "function body needs 9 bytes, 2 are left"},
		{"a function without an end", withCode(1, 2, 0, opNop), MeterOptions{}, "unexpected end in instruction"},
		{"code after the functions", withCode(1, 2, 0, opEnd, 0), MeterOptions{}, "1 bytes left over after the function bodies"},
		{"locals without end", withCode(1, 6, 0xff, 0xff, 0xff, 0xff, 0x0f, opEnd), MeterOptions{}, "unexpected end in value type"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := Meter(test.module, test.options)
			require.ErrorContains(t, err, "rewrite: metering the module: ")
			assert.ErrorContains(t, err, test.err)
			assert.Nil(t, out)
		})
	}
}

// A module cut at a section's end may be a module; anywhere else it is not one.
func TestAModuleCutShortIsRefused(t *testing.T) {
	for _, sample := range [][]byte{
		moduleAround(nil, nil),
		moduleAround(allOf(samples()), nil),
		withSegments(nil, active(3, "abc"), passive("def"), active(-3, "abc")),
	} {
		sections, err := splitSections(sample)
		require.NoError(t, err)
		whole := map[int]bool{len(preamble): true}
		for _, s := range sections {
			whole[s.end] = true
		}
		for n := range sample {
			_, meterErr := Meter(sample[:n], MeterOptions{})
			_, _, stripErr := StripData(sample[:n])
			if !whole[n] {
				assert.Error(t, meterErr, "cut at %d", n)
				assert.Error(t, stripErr, "cut at %d", n)
			}
		}
	}
}
