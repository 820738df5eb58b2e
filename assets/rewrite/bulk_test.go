package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// bulkPages is how large the memory of bulkModule is, in pages of 64 KiB.
const bulkPages = 10

// bulkModule exports a function which does one instruction with its three parameters, and the memory.
func bulkModule(instruction []byte) []byte {
	return assemble(
		vec(sectionType, proc, bulkType),
		tick,
		vec(sectionFunction, []byte{1}),
		vec(sectionMemory, []byte{1, bulkPages, bulkPages}),
		vec(sectionExport, export("run", kindFunction, 1), export("memory", kindMemory, 0)),
		vec(sectionCode, fn(slices.Concat([]byte{opLocalGet, 0, opLocalGet, 1, opLocalGet, 2}, instruction)...)))
}

// A bulkCall is the operands of an instruction.
type bulkCall struct{ to, from, length uint32 }

func (c bulkCall) run(m api.Module) error {
	_, err := m.ExportedFunction("run").Call(background, uint64(c.to), uint64(c.from), uint64(c.length))
	return err
}

func TestCopyingAndFillingInPiecesDoesWhatTheInstructionDoes(t *testing.T) {
	const size = bulkPages << 16
	edges := []uint32{0, piece - 1, piece, piece + 1, 3 * piece, 5*piece + 7, size - piece, size, size + 1, 1<<32 - piece, 1<<32 - 1}
	var calls []bulkCall
	for _, to := range edges {
		for _, from := range edges {
			for _, length := range edges {
				calls = append(calls, bulkCall{to, from, length})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		calls = append(calls, bulkCall{r.Uint32N(size), r.Uint32N(size), r.Uint32N(size)})
	}
	first := make([]byte, size)
	for i := range first {
		first[i] = byte(r.Uint32())
	}
	for name, instruction := range map[string][]byte{"copy": copyCode, "fill": fillCode} {
		t.Run(name, func(t *testing.T) {
			engine := wazero.NewRuntime(background)
			defer engine.Close(background)
			hostTick(t, engine, func(api.Module) {})
			module := bulkModule(instruction)
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			want, err := engine.InstantiateWithConfig(background, module, wazero.NewModuleConfig().WithName("as it was"))
			require.NoError(t, err)
			got, err := engine.InstantiateWithConfig(background, metered, wazero.NewModuleConfig().WithName("metered"))
			require.NoError(t, err)
			trapped, returned := 0, 0
			for _, call := range calls {
				for _, m := range []api.Module{want, got} {
					require.True(t, m.Memory().Write(0, first))
				}
				fuelOf(t, got).Set(api.EncodeI32(1 << 20))
				errWant, errGot := call.run(want), call.run(got)
				require.Equal(t, errWant == nil, errGot == nil, "%+v: %v, %v", call, errWant, errGot)
				if errWant == nil {
					returned++
				} else {
					trapped++
					require.EqualValues(t, 1<<20, fuelOf(t, got).Get(), "%+v: for nothing", call)
				}
				before, _ := want.Memory().Read(0, size)
				after, _ := got.Memory().Read(0, size)
				require.True(t, bytes.Equal(before, after), "%+v", call)
			}
			assert.Greater(t, returned, 200)
			assert.Greater(t, trapped, 200)
		})
	}
}

func TestMemoryThatIsCopiedOrFilledTakesOneFuelFor128Bytes(t *testing.T) {
	for name, instruction := range map[string][]byte{"copied": copyCode, "filled": fillCode} {
		metered, err := Meter(bulkModule(instruction), MeterOptions{})
		require.NoError(t, err)
		for length, want := range map[uint32]int{
			0: 0, short - 1: 0, short: short / 128, 1 << 15: 256, piece: 512,
			piece + 1:   512 + 1, // the check
			3 * piece:   3*512 + 2,
			3*piece + 1: 3*512 + 3,
			6*piece - 1: 5*513 + 511,
		} {
			for _, to := range []uint32{0, 4 * piece} { // a copy goes up or down
				t.Run(fmt.Sprintf("%s, %d to %d", name, length, to), func(t *testing.T) {
					forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
						hostTick(t, r, func(api.Module) { assert.Fail(t, "a tick while there was fuel") })
						m, err := r.Instantiate(background, metered)
						require.NoError(t, err)
						fuelOf(t, m).Set(api.EncodeI32(10_000))
						require.NoError(t, bulkCall{to, piece, length}.run(m))
						assert.Equal(t, want, 10_000-int(int32(fuelOf(t, m).Get())))
					})
				})
			}
		}
	}
}

func TestATickEndsACopyOrAFillBetweenTwoPieces(t *testing.T) {
	enough := errors.New("enough")
	for name, instruction := range map[string][]byte{"copy": copyCode, "fill": fillCode} {
		t.Run(name, func(t *testing.T) {
			metered, err := Meter(bulkModule(instruction), MeterOptions{})
			require.NoError(t, err)
			forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
				ticks := 0
				hostTick(t, r, func(api.Module) {
					if ticks++; ticks == 3 {
						panic(enough)
					}
				})
				m, err := r.Instantiate(background, metered)
				require.NoError(t, err)
				require.True(t, m.Memory().Write(0, bytes.Repeat([]byte{7}, 5*piece)))
				err = bulkCall{5 * piece, 1, 4 * piece}.run(m)
				require.ErrorIs(t, err, enough)
				after, _ := m.Memory().Read(5*piece, 4*piece)
				done := 0
				for i := range after {
					if i%piece == 0 && !bytes.Equal(after[i:i+piece], make([]byte, piece)) {
						done++
					}
				}
				assert.Equal(t, 2, done, "of four pieces")
			})
		})
	}
}

func TestBulkInstructionsCallTwoMoreFunctions(t *testing.T) {
	both := slices.Concat(
		[]byte{opLoop, typeEmpty, opI32Const, 0, opI32Const, 0, opLocalGet, 0}, copyCode, []byte{opEnd},
		[]byte{opI32Const, 0, opI32Const, 0, opLocalGet, 0}, fillCode, []byte{opLoop, typeEmpty, opEnd})
	module := program(both...)
	metered, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	assert.NoError(t, newValidator(t)(metered))
	before, err := parse(module)
	require.NoError(t, err)
	after, err := parse(metered)
	require.NoError(t, err)
	assert.Equal(t, before.functions+2, after.functions)
	assert.Equal(t, before.types+1, after.types)
	undoneByUnmeter(t, module)
	assert.Equal(t, 1, bytes.Count(codeIn(t, metered)[0], []byte{opCall, 3}))
	assert.Equal(t, 1, bytes.Count(codeIn(t, metered)[0], []byte{opCall, 4}))

	// A small constant is no length to be checked.
	for length, calls := range map[int64]int{0: 0, short - 1: 0, short: 1, -1: 1} {
		constant := appendSigned([]byte{opI32Const, 0, opI32Const, 0, opI32Const}, length)
		module := program(slices.Concat(constant, copyCode, constant, []byte{opLocalSet, 0, opLocalGet, 0}, fillCode)...)
		metered, err := Meter(module, MeterOptions{})
		require.NoError(t, err)
		assert.Equal(t, calls, bytes.Count(codeIn(t, metered)[0], []byte{opCall, 3}), length)
		assert.Equal(t, 1, bytes.Count(codeIn(t, metered)[0], []byte{opCall, 4}), length)
		undoneByUnmeter(t, module)
	}

	// A type that the module has is used.
	metered, err = Meter(bulkModule(copyCode), MeterOptions{})
	require.NoError(t, err)
	after, err = parse(metered)
	require.NoError(t, err)
	assert.EqualValues(t, 2, after.types)
	undoneByUnmeter(t, bulkModule(copyCode))
	undoneByUnmeter(t, bulkModule(fillCode))

	// A module without any gets none.
	metered, err = Meter(countdown, MeterOptions{})
	require.NoError(t, err)
	after, err = parse(metered)
	require.NoError(t, err)
	assert.EqualValues(t, 2, after.functions)
}

// What looks like them and isn't is left as it is.
func TestOnlyTheMetersOwnFunctionsAreUnmetered(t *testing.T) {
	k := check{fuel: 0, tick: 0}
	bodies := func(list ...[]byte) (sized [][]byte) {
		for _, body := range list {
			sized = append(sized, append(appendU32(nil, uint32(len(body))), body...))
		}
		return sized
	}
	call := slices.Concat([]byte{opLocalGet, 0, opLocalGet, 1, opLocalGet, 2, opCall, 2}) // of the copying function
	for name, test := range map[string]struct {
		types  []byte
		bodies [][]byte
		ours   bool
	}{
		"the functions":      {bulkType, [][]byte{k.copying(), k.filling()}, true},
		"in another order":   {bulkType, [][]byte{k.filling(), k.copying()}, false},
		"with another fuel":  {bulkType, [][]byte{check{fuel: 1}.copying(), k.filling()}, false},
		"with another type":  {funcType([]byte{typeI32, typeI32, typeI32, typeI32}, noValues), [][]byte{k.copying(), k.filling()}, false},
		"one of them is not": {bulkType, [][]byte{k.copying(), {0, opEnd}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			caller := call
			if name == "with another type" {
				caller = slices.Concat([]byte{opI32Const, 0}, call)
			}
			code := append(bodies(append(append([]byte{0}, caller...), opEnd)), bodies(test.bodies...)...)
			module := assemble(
				vec(sectionType, proc, test.types), tick,
				vec(sectionFunction, []byte{1}, []byte{1}, []byte{1}),
				vec(sectionMemory, []byte{0, 1}),
				vec(sectionGlobal, fuelGlobal, fuelGlobal),
				vec(sectionExport, export("fuel", kindGlobal, 0)),
				vec(sectionCode, code...))
			require.NoError(t, newValidator(t)(module), "the test's own module")
			got, err := Unmeter(module, MeterOptions{})
			require.NoError(t, err)
			assert.NoError(t, newValidator(t)(got))
			assert.Equal(t, test.ours, bytes.Contains(codeIn(t, got)[0], copyCode))
			assert.Equal(t, !test.ours, bytes.Contains(codeIn(t, got)[0], []byte{opCall, 2}))
		})
	}
}
