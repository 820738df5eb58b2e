package rewrite

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// nops are so many instructions that do nothing.
func nops(n int) []byte { return slices.Repeat([]byte{opNop}, n) }

// frame is how many instructions a loop has that ends with again: five of that, and its end.
const frame = 6

func TestALoopWithoutACallTakesOneFuelForSomeTurns(t *testing.T) {
	turning := func(body ...[]byte) []byte {
		return program(slices.Concat([]byte{opLoop, typeEmpty}, slices.Concat(body...), again(0, 0), []byte{opEnd})...)
	}
	for _, test := range []struct {
		name   string
		module []byte
		n      uint64 // turns, which are n-1 branches back
		fuel   int32
	}{
		{"no branch back", turning(), 1, 1},
		{"as many turns as are one fuel", turning(), maxTurns, 1},
		{"one more", turning(), maxTurns + 1, 2},
		{"a hundred", turning(), 100, 100 / maxTurns},
		{"a turn of a quarter of the span", turning(nops(span/maxTurns - frame)), 100, 100 / maxTurns},
		{"a turn of a little more", turning(nops(span/maxTurns - frame + 1)), 100, 34},
		{"a turn of half of the span", turning(nops(span/2 - frame)), 100, 100 / 2},
		{"a turn of more than half", turning(nops(span/2 - frame + 1)), 100, 100},
		{"a branch without a condition", program(slices.Concat(
			[]byte{opBlock, typeEmpty, opLoop, typeEmpty, opLocalGet, 0, opI32Const, 1, opI32Sub, opLocalTee, 0, 0x45 /* i32.eqz */, opBrIf, 1, opBr, 0, opEnd, opEnd})...), 100, 100 / maxTurns},
		{"branches from within", program(slices.Concat(
			[]byte{opLoop, typeEmpty, opBlock, typeEmpty}, again(0, 1), []byte{opEnd, opEnd})...), 100, 100 / maxTurns},
		{"a result", program(slices.Concat(
			[]byte{opLoop, typeI32}, again(0, 0), []byte{opI32Const, 3, opEnd, opDrop})...), 100, 100 / maxTurns},
		{"a loop again and again", program(slices.Concat(busy(typeEmpty),
			[]byte{opI32Const, 2*maxTurns + 2, opLocalSet, 1, opLoop, typeEmpty}, again(1, 0), []byte{opEnd}, again(0, 0), []byte{opEnd})...), 10, 10 + 10*(2*maxTurns+1)/maxTurns + 1},

		// These take one at their header each time.
		{"parameters", program(slices.Concat(
			[]byte{opI32Const, 1, opI32Const, 2, opLoop, 2}, again(0, 0), []byte{opEnd, opDrop, opDrop})...), 100, 100},
		{"a branch table", program(slices.Concat(
			[]byte{opBlock, typeEmpty, opLoop, typeEmpty}, again(0, 0)[:7], []byte{0x45, opBrTable, 1, 0, 1, opEnd, opEnd})...), 100, 100},
		{"many branches back", turning(slices.Repeat([]byte{opLocalGet, 1, opBrIf, 0}, maxBranches)), 100, 100},
		{"a loop in it", program(slices.Concat([]byte{opLoop, typeEmpty, opLoop, typeEmpty, opEnd}, again(0, 0), []byte{opEnd})...), 100, 100 + 1},
		{"a call", turning([]byte{opCall, 2}), 100, 100},
		{"a call that is not made", turning([]byte{opLocalGet, 1, opIf, typeEmpty, opI32Const, 0, opCallIndirect, 0, 0, opEnd}), 100, 100},
		{"a tail call that is not made", turning([]byte{opLocalGet, 1, opIf, typeEmpty, opReturnCall, 2, opEnd}), 100, 100},
		{"one of a pointer", turning([]byte{opLocalGet, 1, opIf, typeEmpty, opI32Const, 0, opReturnCallIndirect, 0, 0, opEnd}), 100, 100},
		{"an atomic instruction", turning(number(prefixAtomic, atomicFence, 0)), 100, 100},
		{"memory that grows", turning([]byte{opI32Const, 0, opMemoryGrow, 0, opDrop}), 100, 100},
		{"memory that is filled", turning([]byte{opI32Const, 0, opI32Const, 0, opI32Const, 0}, fillCode), 100, 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			usesFuel(t, test.module, test.n, test.fuel)
			undoneByUnmeter(t, test.module)
		})
	}
}

// undoneByUnmeter asserts that the code is the same again when a module has been metered and unmetered, but for functions that were added.
func undoneByUnmeter(t *testing.T, module []byte) {
	metered, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	got, err := Unmeter(metered, MeterOptions{})
	require.NoError(t, err)
	want := codeIn(t, module)
	assert.Equal(t, want, codeIn(t, got)[:len(want)])
}

func TestMeteringAllocatesInProportion(t *testing.T) {
	labels := bytes.Repeat([]byte{0}, 1<<20)
	table := slices.Concat([]byte{opBlock, typeEmpty, opLoop, typeEmpty, opLocalGet, 0}, appendU32([]byte{opBrTable}, uint32(len(labels))), bytes.Repeat([]byte{1}, len(labels)+1), []byte{opEnd, opEnd})
	groups := slices.Concat(appendU32(nil, 40_000), bytes.Repeat([]byte{0, typeI32}, 40_000))
	loops := bytes.Repeat([]byte{opLoop, typeEmpty, opEnd}, 40_000)
	for name, code := range map[string][]byte{"many labels": fn(table...), "many groups of locals and many loops": fnWithLocals(groups, loops...)} {
		t.Run(name, func(t *testing.T) {
			module := assemble(
				vec(sectionType, funcType(i32, noValues), proc),
				vec(sectionImport, importFunc("hostfuncs", "tick", 1)),
				vec(sectionFunction, []byte{0}),
				vec(sectionCode, code))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			_, err = Unmeter(metered, MeterOptions{})
			require.NoError(t, err)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(128<<20))
		})
	}
}

func TestAFunctionWithTooManyLocalsGetsNoneMore(t *testing.T) {
	for locals, gets := range map[uint32]bool{maxLocals - 2: true, maxLocals - 1: false} { // and a parameter
		t.Run(fmt.Sprint(locals), func(t *testing.T) {
			groups := append(appendU32([]byte{1}, locals), typeI32)
			module := assemble(
				vec(sectionType, funcType(i32, noValues), proc),
				vec(sectionImport, importFunc("hostfuncs", "tick", 1)),
				vec(sectionFunction, []byte{0}),
				vec(sectionCode, fnWithLocals(groups, opLoop, typeEmpty, opEnd)))
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			assert.NoError(t, newValidator(t)(metered))
			assert.Equal(t, gets, bytes.Contains(metered, append(append([]byte{2}, groups[1:]...), 1, typeI32)))
		})
	}
}

// A scribe writes a random function of nested blocks with branches in every direction, which computes a number out of its
// parameter and the way that it took: local 1, and in local 2 how many branches it may still try.
type scribe struct {
	*rand.Rand
	code []byte
}

func (s *scribe) write(code ...byte) { s.code = append(s.code, code...) }

// mix makes local 1 depend on where in the code this is.
func (s *scribe) mix() {
	s.write(opLocalGet, 1, opI32Const, 31, opI32Mul, opI32Const, byte(s.IntN(64)), opI32Add, opLocalSet, 1)
}

// tire ends the function if it has tried enough.
func (s *scribe) tire() {
	s.write(opLocalGet, 2, opI32Const, 1, opI32Sub, opLocalTee, 2, opIf, typeEmpty, opElse, opLocalGet, 1, opReturn, opEnd)
}

// bits leaves some of local 1 on the stack.
func (s *scribe) bits(mask byte) {
	s.write(opLocalGet, 1, opI32Const, byte(s.IntN(8)), 0x76 /* i32.shr_u */, opI32Const, mask, 0x71 /* i32.and */)
}

// list writes a list of statements inside so many blocks.
func (s *scribe) list(depth int) {
	for range 1 + s.IntN(4) {
		label := func() byte { return byte(s.IntN(depth + 1)) }
		inside := func(op byte) {
			s.write(op, typeEmpty)
			s.list(depth + 1)
		}
		kinds := 9
		if depth > 5 {
			kinds = 4
		}
		switch s.IntN(kinds) {
		case 0:
			s.mix()
		case 1:
			s.tire()
			s.bits(3)
			s.write(opBrIf, label())
		case 2:
			s.mix()
			s.tire()
			s.bits(1)
			s.write(opIf, typeEmpty)
			s.mix()
			s.write(opBr, label()+1, opEnd)
		case 3:
			s.tire()
			s.bits(3)
			s.write(opBlock, typeEmpty, opBlock, typeEmpty, opLocalGet, 1, opI32Const, 3, 0x71, opBrTable, 2, 0, label()+2, 1, opEnd, opEnd, opDrop)
			s.mix()
		case 4:
			inside(opBlock)
			s.write(opEnd)
		case 5:
			s.bits(1)
			inside(opIf)
			s.write(opElse)
			s.list(depth + 1)
			s.write(opEnd)
		default:
			inside(opLoop)
			s.write(opEnd)
		}
	}
}

func TestMeteredCodeComputesWhatItDidBefore(t *testing.T) {
	counted := 0
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		hostTick(t, r, func(api.Module) {})
		for seed := range uint64(200) {
			s := &scribe{Rand: rand.New(rand.NewPCG(seed, 0))}
			s.write(opLocalGet, 0, opLocalSet, 1, opI32Const, 0xe8, 7, opLocalSet, 2) // a thousand branches
			s.write(opBlock, typeEmpty)
			s.list(0)
			s.write(opEnd, opLocalGet, 1)
			module := assemble(
				vec(sectionType, proc, funcType(i32, i32)),
				tick,
				vec(sectionFunction, []byte{1}),
				vec(sectionExport, export("run", kindFunction, 1)),
				vec(sectionCode, fnWithLocals([]byte{1, 2, typeI32}, s.code...)))
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			want, _ := resultOf(t, r, module)
			got, fuel := resultOf(t, r, metered)
			require.Equal(t, want, got, "seed %d", seed)
			unmetered, err := Unmeter(metered, MeterOptions{})
			if err == nil { // it had a loop
				counted += fuel
				require.Equal(t, codeIn(t, module), codeIn(t, unmetered), "seed %d", seed)
			}
		}
	})
	assert.Positive(t, counted)
}

// resultOf runs a module for some numbers and returns what came out and how much fuel it took.
func resultOf(t *testing.T, r wazero.Runtime, module []byte) (results []uint64, used int) {
	m, err := r.Instantiate(background, module)
	require.NoError(t, err)
	defer m.Close(background)
	for n := range uint64(5) {
		result, err := m.ExportedFunction("run").Call(background, n*0x9e3779b9&0xffffffff)
		require.NoError(t, err)
		results = append(results, result...)
	}
	if fuel := m.ExportedGlobal("fuel"); fuel != nil {
		used = -int(int32(fuel.Get()))
	}
	return results, used
}
