package rewrite

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The corpus under testdata/fuzz continues these.
func addSeeds(f *testing.F) {
	known := slices.DeleteFunc(samples(), func(s sample) bool { return s.unknown })
	for _, module := range [][]byte{
		nil, assemble(), assemble(vec(sectionType, proc), tick), countdown, endless, spinning,
		program(opLoop, typeEmpty, opI32Const, 5, opLocalSet, 4, opBr, 0, opEnd), // the local that the counter would be
		moduleAround(nil, nil), moduleAround(allOf(known), nil), moduleAround(allOf(samples()), nil),
		withSegments(slices.Concat(initFrom(1, 20, 3), drop(0)), active(0, "xyz"), passive("abc"), active(-1, "z")),
		withSegments(nil, active(0, "xyz"), explicit(9, "z")),
	} {
		f.Add(module)
	}
}

// A module is refused, or metered so that the engine thinks of it what it thought before, and is then metered.
func checkMeter(t *testing.T, valid func([]byte) error, module []byte) {
	before := slices.Clone(module)
	metered, err := Meter(module, MeterOptions{})
	require.True(t, bytes.Equal(before, module), "the input was written to")
	if err != nil {
		assert.Nil(t, metered)
		return
	}
	errBefore, errAfter := valid(module), valid(metered)
	assert.Equal(t, errBefore == nil, errAfter == nil, "before: %v\nafter: %v", errBefore, errAfter)
	_, err = Meter(metered, MeterOptions{})
	assert.ErrorContains(t, err, "already")
	checkUnmeter(t, valid, metered)
	if _, err := Unmeter(metered, MeterOptions{}); err != nil {
		assert.ErrorContains(t, err, "not metered", "nothing but a module without loops")
	}
}

// A module is refused, or loses its checks; that of the meter so that the engine thinks of it what it thought before.
func checkUnmeter(t *testing.T, valid func([]byte) error, module []byte) {
	before := slices.Clone(module)
	unmetered, err := Unmeter(module, MeterOptions{})
	require.True(t, bytes.Equal(before, module), "the input was written to")
	if err != nil {
		assert.Nil(t, unmetered)
		return
	}
	if errBefore := valid(module); errBefore == nil {
		assert.NoError(t, valid(unmetered))
	}
}

func FuzzUnmeter(f *testing.F) {
	for _, module := range [][]byte{countdown, endless, spinning, moduleAround(nil, nil)} {
		metered, err := Meter(module, MeterOptions{})
		require.NoError(f, err)
		f.Add(metered)
	}
	addSeeds(f)
	f.Fuzz(func(t *testing.T, module []byte) {
		checkUnmeter(t, func([]byte) error { return errors.New("not of the meter") }, module)
	})
}

func FuzzMeter(f *testing.F) {
	addSeeds(f)
	valid := newValidator(f)
	f.Fuzz(func(t *testing.T, module []byte) { checkMeter(t, valid, module) })
}

// FuzzMeterCode leaves the sizes and counts around a function right, so that the engine gets to see more of it.
func FuzzMeterCode(f *testing.F) {
	known := slices.DeleteFunc(samples(), func(s sample) bool { return s.unknown })
	f.Add(allOf(known))
	for i := 0; i < len(known); i += 20 {
		f.Add(allOf(known[i:min(i+20, len(known))]))
	}
	f.Add([]byte{opLoop, typeEmpty, opBr, 0, opEnd})
	f.Add([]byte{opI32Const, 1, opIf, typeEmpty, opLoop, 3, opEnd, opElse, opLoop, typeI32, opI32Const, 3, opEnd, opDrop, opEnd})
	valid := newValidator(f)
	f.Fuzz(func(t *testing.T, code []byte) { checkMeter(t, valid, moduleAround(code, nil)) })
}

// A module is refused, or stripped so that the engine thinks of it what it thought before, and has nothing more to strip.
func FuzzStripData(f *testing.F) {
	addSeeds(f)
	valid := newValidator(f)
	f.Fuzz(func(t *testing.T, module []byte) {
		before := slices.Clone(module)
		stripped, segments, err := StripData(module)
		require.True(t, bytes.Equal(before, module), "the input was written to")
		if err != nil {
			assert.Nil(t, stripped)
			assert.Nil(t, segments)
			return
		}
		errBefore, errAfter := valid(module), valid(stripped)
		assert.Equal(t, errBefore == nil, errAfter == nil, "before: %v\nafter: %v", errBefore, errAfter)
		if segments == nil {
			assert.True(t, bytes.Equal(module, stripped))
			return
		}
		again, segments, err := StripData(stripped)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(stripped, again))
		for _, s := range segments {
			assert.Empty(t, s.Bytes)
		}
	})
}
