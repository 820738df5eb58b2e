package rewrite

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The corpus under testdata/fuzz continues these.
func addSeeds(f *testing.F) {
	known := slices.DeleteFunc(samples(), func(s sample) bool { return s.unknown })
	for _, module := range [][]byte{
		nil, assemble(), assemble(vec(sectionType, proc), tick), countdown, endless, moduleAround(nil, nil), moduleAround(allOf(known), nil), moduleAround(allOf(samples()), nil),
		withSegments(slices.Concat(initFrom(1, 20, 3), drop(0)), active(0, "xyz"), passive("abc"), active(-1, "z")),
		withSegments(nil, active(0, "xyz"), explicit(9, "z")),
	} {
		f.Add(module)
	}
}

// A module is refused, or metered so that the engine thinks of it what it thought before, and is then metered.
func FuzzMeter(f *testing.F) {
	addSeeds(f)
	valid := newValidator(f)
	f.Fuzz(func(t *testing.T, module []byte) {
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
	})
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
