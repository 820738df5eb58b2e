package rewrite

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnmeteringLeavesTheModuleThatWasMetered(t *testing.T) {
	for name, sample := range map[string][]byte{
		"a loop":                              {opLoop, typeEmpty, opEnd},
		"a loop in a loop":                    {opLoop, typeEmpty, opLoop, typeEmpty, opBr, 1, opEnd, opEnd},
		"a loop that repeats":                 {opLoop, typeEmpty, opBr, 0, opEnd},
		"a loop that may repeat":              {opLoop, typeI32, opI32Const, 0, opBrIf, 0, opI32Const, 1, opEnd, opDrop},
		"branches out of a loop":              {opBlock, typeEmpty, opLoop, typeEmpty, opI32Const, 0, opBrIf, 1, opI32Const, 0, opBrTable, 1, 1, 2, opEnd, opEnd},
		"a constant that ends like an if":     {opLoop, typeEmpty, opF32Const, 0, 0, opIf, typeEmpty, opBr, 0, opEnd},
		"one in a block":                      {opLoop, typeEmpty, opBlock, typeEmpty, opF32Const, 0, 0, opIf, typeEmpty, opBr, 1, opEnd, opEnd},
		"an if with more than a branch":       {opLoop, typeEmpty, opI32Const, 0, opIf, typeEmpty, opNop, opBr, 1, opEnd, opEnd},
		"an if and an else that go back":      {opLoop, typeEmpty, opI32Const, 0, opIf, typeEmpty, opBr, 1, opElse, opBr, 1, opEnd, opEnd},
		"a branch back that more comes after": {opLoop, typeEmpty, opI32Const, 0, opIf, typeEmpty, opBr, 1, opNop, opEnd, opEnd},
		"what comes around":                   {opNop, opLoop, typeEmpty, opNop, opEnd, opNop},
	} {
		t.Run(name, func(t *testing.T) {
			module := moduleAround(sample, nil)
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			got, err := Unmeter(metered, MeterOptions{})
			require.NoError(t, err)

			// The global and its export stay, so the code is what is compared.
			assert.Equal(t, codeIn(t, module), codeIn(t, got))
			assert.NoError(t, newValidator(t)(got))
			_, err = Unmeter(got, MeterOptions{})
			assert.ErrorContains(t, err, "not metered")
		})
	}
}

func TestAnIfThatIsABranchBackIsUnmeteredToThat(t *testing.T) {
	metered, err := Meter(moduleAround([]byte{opLoop, typeEmpty, opI32Const, 0, opIf, typeEmpty, opBr, 1, opEnd, opEnd}, nil), MeterOptions{})
	require.NoError(t, err)
	got, err := Unmeter(metered, MeterOptions{})
	require.NoError(t, err)
	assert.Equal(t, codeIn(t, moduleAround([]byte{opLoop, typeEmpty, opI32Const, 0, opBrIf, 0, opEnd}, nil)), codeIn(t, got))
}

func TestACheckOfAnotherGlobalIsNotTheMeters(t *testing.T) {
	module := assemble(
		vec(sectionType, proc), tick, vec(sectionFunction, []byte{0}),
		vec(sectionGlobal, fuelGlobal, fuelGlobal),
		vec(sectionExport, export("fuel", kindGlobal, 1)),
		vec(sectionCode, fn(slices.Concat([]byte{opLoop, typeEmpty}, checkOf(0, 0), []byte{opEnd})...)))
	_, err := Unmeter(module, MeterOptions{})
	assert.ErrorContains(t, err, "not metered")
}

func TestALoopThatTheMeterDidNotLeaveSoIsRefused(t *testing.T) {
	k := check{fuel: 4, tick: 0, turns: 4, counter: 4}
	opened, plain := k.open([]byte{typeEmpty}), check{fuel: 4}
	for name, code := range map[string][]byte{
		"another loop in the outer one":  slices.Concat(opened, []byte{opEnd, opLoop, typeEmpty}, plain.header(), []byte{opEnd, opEnd}),
		"no inner loop":                  slices.Concat([]byte{opLoop, typeEmpty}, k.header(), []byte{opEnd}),
		"a header that is like the next": slices.Concat(opened, k.header(), []byte{opEnd, opEnd}),
		"more behind the inner one":      slices.Concat(opened, []byte{opEnd, opUnreachable, opEnd}),
		"a function without the counter": slices.Concat(opened, []byte{opEnd, opEnd}),
	} {
		t.Run(name, func(t *testing.T) {
			locals := []byte{2, 4, typeI32, 1, typeI32}
			if name == "a function without the counter" {
				locals = []byte{1, 5, typeI32}
			}
			module := assemble(
				vec(sectionType, proc), tick, vec(sectionFunction, []byte{0}),
				vec(sectionGlobal, fuelGlobal, fuelGlobal, fuelGlobal, fuelGlobal, fuelGlobal),
				vec(sectionExport, export("fuel", kindGlobal, 4)),
				vec(sectionCode, fnWithLocals(locals, code...)))
			_, err := Unmeter(module, MeterOptions{})
			assert.ErrorContains(t, err, "not as the meter leaves it")
		})
	}
}

// codeIn returns the function bodies of a module.
func codeIn(t *testing.T, module []byte) (bodies [][]byte) {
	p, err := parse(module)
	require.NoError(t, err)
	require.NoError(t, p.eachBody(func(b body, c *cursor) {
		bodies = append(bodies, module[b.start:b.end])
		c.pos = c.end
	}))
	return bodies
}
