package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A sample is an instruction with immediates. Wherever an immediate may be anything it is 3, the opcode of loop, so that a decoder
// which takes an immediate for an instruction inserts something.
type sample struct {
	name string
	code []byte
	// unknown says that the engine doesn't know the instruction, so that only our own decoding is tested.
	unknown bool
}

func number(prefix byte, n uint32, immediates ...byte) []byte {
	return append(appendU32([]byte{prefix}, n), immediates...)
}

// samples returns every instruction that the package accepts.
func samples() []sample {
	var all []sample
	add := func(class string, codes ...[]byte) {
		for _, code := range codes {
			all = append(all, sample{name: fmt.Sprintf("%s % x", class, code), code: code})
		}
	}
	eight, sixteen := slices.Repeat([]byte{opLoop}, 8), slices.Repeat([]byte{opLoop}, 16)

	add("control", []byte{opUnreachable}, []byte{opNop}, []byte{opBr, 3}, []byte{opBrIf, 3}, []byte{opBrTable, 3, 3, 3, 3, 3},
		[]byte{opReturn}, []byte{opCall, 3}, []byte{opCallIndirect, 3, 0}, []byte{opReturnCall, 3}, []byte{opReturnCallIndirect, 3, 0})
	add("blocks", []byte{opBlock, typeEmpty, opEnd}, []byte{opIf, typeEmpty, opEnd}, []byte{opIf, typeEmpty, opElse, opEnd},
		[]byte{opBlock, typeI32, opI32Const, 3, opEnd}, []byte{opBlock, typeFuncref, opUnreachable, opEnd}, []byte{opBlock, 3, opEnd},
		[]byte{opBlock, 0x83, 0, opEnd})
	add("parametric", []byte{opDrop}, []byte{opI32Const, 3, opI32Const, 3, opI32Const, 3, opSelect},
		[]byte{opSelectTyped, 1, typeVector}, []byte{opSelectTyped, 1, typeExternref})
	add("variables", []byte{opLocalGet, 3}, []byte{0x21, 3}, []byte{opLocalTee, 3}, []byte{opGlobalGet, 3}, []byte{opGlobalSet, 3})
	add("tables", []byte{opTableGet, 0}, []byte{opTableSet, 0})
	add("constants", []byte{opI32Const, 3}, []byte{opI32Const, 0x83, 0x83, 0x83, 0x83, 3}, []byte{opI64Const, 3}, []byte{opI64Const, 0x83, 0x83, 3},
		append([]byte{opF32Const}, eight[:4]...), append([]byte{opF64Const}, eight...))
	add("references", []byte{opRefNull, typeFuncref}, []byte{opRefNull, typeExternref}, []byte{opRefNull, typeFuncref, opRefIsNull}, []byte{opRefFunc, 3})
	for op := byte(opFirstLoad); op <= opLastStore; op++ {
		add("memory", []byte{op, 0, 3}, []byte{op, 0, 0x83, 0x83, 3})
	}
	add("memory", []byte{opMemorySize, 0}, []byte{opMemoryGrow, 0})
	for op := byte(opFirstPlain); op <= opLastPlain; op++ {
		add("numeric", []byte{op})
	}
	for n := range uint32(8) {
		add("saturating truncation", number(prefixMisc, n))
	}
	add("bulk memory", number(prefixMisc, 8, 3, 0), number(prefixMisc, 9, 3), number(prefixMisc, 10, 0, 0), number(prefixMisc, 11, 0),
		number(prefixMisc, 12, 3, 0), number(prefixMisc, 13, 3), number(prefixMisc, 14, 0, 0), number(prefixMisc, 15, 0),
		number(prefixMisc, 16, 0), number(prefixMisc, 17, 0))
	for n := range uint32(256) {
		switch {
		case n <= 11, n == 92, n == 93:
			add("vector memory", number(prefixVector, n, 0, 3))
		case n == 12, n == 13:
			add("vector constant", number(prefixVector, n, sixteen...))
		case n >= 21 && n <= 34:
			add("vector lane", number(prefixVector, n, 1))
		case n >= 84 && n <= 91:
			add("vector lane memory", number(prefixVector, n, 0, 3, 1))
		case !vectorHole(n):
			add("vector", number(prefixVector, n))
		}
	}
	add("atomic", number(prefixAtomic, 0, 2, 3), number(prefixAtomic, 1, 2, 3), number(prefixAtomic, 2, 3, 3), number(prefixAtomic, 3, 0))
	for n := uint32(0x10); n <= 0x4e; n++ {
		align := []byte{2, 3, 0, 1, 0, 1, 2}[(n-0x10)%7]
		add("atomic", number(prefixAtomic, n, align, 3))
	}
	all = append(all,
		sample{"a second memory", []byte{opFirstLoad, 0x42, 3, 3}, true},
		sample{"a second memory to grow", []byte{opMemoryGrow, 3}, true},
		sample{"a second memory of a lane", number(prefixVector, 84, 0x40, 3, 3, 3), true},
		sample{"a second memory of an atomic", number(prefixAtomic, 0x10, 0x42, 3, 3), true})
	return all
}

// allOf is the samples in a row, each with a trap behind it, so that they type check.
func allOf(samples []sample) []byte {
	var code []byte
	for _, s := range samples {
		code = append(append(code, s.code...), opUnreachable)
	}
	return code
}

// moduleAround has four or more of everything that code can refer to, and the code in a function between two traps, where every
// well formed instruction type checks. A loop with a call, and so with a check at its header, precedes and follows it.
func moduleAround(code, check []byte) []byte {
	global := []byte{typeI32, 1, opI32Const, 0, opEnd}
	globals, exports := [][]byte{global, global, global, global}, [][]byte{export("run", kindFunction, 3)}
	if check != nil {
		globals = append(globals, global)
		exports = append(exports, export("fuel", kindGlobal, 4))
	}
	loop := slices.Concat([]byte{opLoop, typeEmpty}, check, []byte{opCall, 1})
	return assemble(
		vec(sectionType, proc, proc, proc, proc),
		tick,
		vec(sectionFunction, []byte{0}, []byte{0}, []byte{0}),
		vec(sectionTable, []byte{typeFuncref, 0, 1}),
		vec(sectionMemory, []byte{3, 1, 1}),
		vec(sectionGlobal, globals...),
		vec(sectionExport, exports...),
		vec(sectionElement, []byte{1, 0, 0}, []byte{1, 0, 0}, []byte{1, 0, 0}, []byte{1, 0, 0}),
		sec(sectionDataCount, []byte{4}),
		vec(sectionCode, fn(), fn(), fnWithLocals([]byte{1, 4, typeI32}, slices.Concat(
			[]byte{opBlock, typeEmpty, opBlock, typeEmpty}, loop, []byte{opUnreachable}, code, []byte{opUnreachable, opEnd, opEnd, opEnd},
			loop, []byte{opEnd})...)),
		vec(sectionData, passive(""), passive(""), passive(""), passive("")),
	)
}

var checkOf4 = []byte{0x23, 4, 0x41, 1, 0x6b, 0x24, 4, 0x23, 4, 0x41, 0, 0x4e, 0x04, 0x40, 0x05, 0x10, 0, 0x0b}

func TestEveryInstructionPassesThroughUntouched(t *testing.T) {
	valid := newValidator(t)
	for _, sample := range samples() {
		t.Run(sample.name, func(t *testing.T) {
			module := moduleAround(sample.code, nil)
			got, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			if _, bulk := bulkOf(sample.code); bulk {
				undoneByUnmeter(t, module)
			} else {
				assert.Equal(t, moduleAround(sample.code, checkOf4), got)
			}
			if !sample.unknown {
				assert.NoError(t, valid(module), "the test's own module")
				assert.NoError(t, valid(got))
			}
		})
	}
}

func TestAnInstructionCutShortIsRefused(t *testing.T) {
	for _, sample := range samples() {
		for n := range sample.code {
			c := read(sample.code[:n])
			for c.more() {
				c.instruction(4)
			}
			if n > 0 && c.err == nil {
				// Several instructions in one sample: this one ends between two of them.
				assert.Contains(t, []byte{opBlock, opIf, opI32Const, opRefNull}, sample.code[0], sample.name)
			}
		}
	}
}

func TestUnknownInstructionsAreRefusedByNameAndOffset(t *testing.T) {
	for _, test := range []struct {
		name string
		code []byte
		at   int // offset of the error in code
		err  string
	}{
		{"try", []byte{0x06, 0x40}, 0, "opcode 0x06 is from the exception handling proposal"},
		{"throw", []byte{0x08, 0}, 0, "opcode 0x08 is from the exception handling proposal"},
		{"try_table", []byte{0x1f, 0x40, 0}, 0, "opcode 0x1f is from the exception handling proposal"},
		{"call_ref", []byte{0x14, 0}, 0, "opcode 0x14 is from the typed function references proposal"},
		{"ref.eq", []byte{0xd3}, 0, "opcode 0xd3 is from the garbage collection proposal"},
		{"struct.new", []byte{0xfb, 0, 0}, 0, "opcode 0xfb is from the garbage collection proposal"},
		{"an unassigned opcode", []byte{0x27}, 0, "unknown opcode 0x27"},
		{"the last opcode", []byte{0xff}, 0, "unknown opcode 0xff"},
		{"wide arithmetic", number(prefixMisc, 19), 0, "unknown opcode 0xfc 19"},
		{"a hole among the vectors", number(prefixVector, 0x9a), 0, "unknown opcode 0xfd 154"},
		{"the first relaxed vector", number(prefixVector, 256), 0, "opcode 0xfd 256 is from the relaxed SIMD proposal"},
		{"the last relaxed vector", number(prefixVector, 275), 0, "opcode 0xfd 275 is from the relaxed SIMD proposal"},
		{"a padded vector opcode", []byte{prefixVector, 0xda, 0, 0, 3, 1}, 1, "opcode 90 behind a prefix is not in its shortest form"},
		{"a padded atomic opcode", []byte{prefixAtomic, 0x83, 0x80, 0, 0}, 1, "opcode 3 behind a prefix is not in its shortest form"},
		{"past the relaxed vectors", number(prefixVector, 276), 0, "unknown opcode 0xfd 276"},
		{"a hole among the atomics", number(prefixAtomic, 4), 0, "unknown opcode 0xfe 4"},
		{"past the atomics", number(prefixAtomic, 0x4f), 0, "unknown opcode 0xfe 79"},
		{"a typed reference as block type", []byte{opBlock, 0x64, 0, opEnd}, 1, "unsupported block type 0x64"},
		{"a block type beyond the types", []byte{opBlock, 4, opEnd}, 1, "block type 4 is outside the 4 types"},
		{"a negative block type in two bytes", []byte{opBlock, 0xc0, 0x7f, opEnd}, 1, "block type -64 is outside the 4 types"},
		{"a typed select of a typed reference", []byte{opSelectTyped, 1, 0x63}, 2, "unsupported value type 0x63"},
		{"a typed null", []byte{opRefNull, 3}, 1, "unsupported reference type 0x03"},
		{"an absurd alignment", []byte{opFirstLoad, 0x80, 1, 0}, 1, "alignment 2**128 is too large"},
		{"a fence with an argument", number(prefixAtomic, 3, 1), 2, "atomic.fence is not followed by zero"},
		{"a global that does not exist", []byte{opGlobalGet, 4}, 0, "global 4 is outside the 4 globals"},
		{"an end too many", []byte{opEnd, opEnd, opEnd, opEnd}, 4, "bytes left over after the function's end"},
		{"an end missing", []byte{opBlock, typeEmpty}, 12, "unexpected end in instruction"},
		{"a branch table without end", []byte{opBrTable, 0xff, 0xff, 0xff, 0xff, 0x0f}, 16, "unexpected end in label index"},
	} {
		t.Run(test.name, func(t *testing.T) {
			module := moduleAround(test.code, nil)
			before := []byte{opLoop, typeEmpty, opCall, 1, opUnreachable}
			start := bytes.Index(module, append(before, test.code...)) + len(before)
			_, err := Meter(module, MeterOptions{})
			require.ErrorContains(t, err, test.err)
			assert.ErrorContains(t, err, fmt.Sprintf("rewrite: metering the module: offset %d (", start+test.at))
		})
	}
}
