package wasm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// forced are the ways of keeping an arena, each forced here where Linux would choose the first.
var forced = map[string]func(){
	"page by page": func() {},
	"as a whole":   func() { mostRestored = 0 },
	"copied":       func() { copyArenas = true },
}

func force(t *testing.T, way func()) {
	most, copied := mostRestored, copyArenas
	t.Cleanup(func() { mostRestored, copyArenas = most, copied })
	way()
}

func TestARestoredArenaIsTheImageAgain(t *testing.T) {
	_, img := storedImage(t)
	const limit = 16 << 16
	for name, way := range forced {
		t.Run(name, func(t *testing.T) {
			force(t, way)
			a, err := newArena(img, limit)
			require.NoError(t, err)
			defer a.release()
			for range 3 {
				memory := a.Reallocate(testImageSize)
				require.Equal(t, testMemory(), memory)
				memory = a.Reallocate(limit)
				require.Equal(t, make([]byte, limit-testImageSize), memory[testImageSize:])
				for i := range memory {
					memory[i] ^= byte(i*7 + 1)
				}
				assert.True(t, a.grown())
				require.NoError(t, a.restore())
				assert.False(t, a.grown())
			}
		})
	}
}

func TestRunsAreAlikeHoweverArenasAreKept(t *testing.T) {
	for name, way := range forced {
		t.Run(name, func(t *testing.T) {
			force(t, way)
			r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Memory: 96 * coderuntime.MiB, Value: 1024, Log: 1024}})
			for range 3 {
				assert.Equal(t, 5.0, value[float64](t, r, "global x\nassert 'x' not in globals()\nx = 5\nreturn x"))
				assert.Equal(t, 1048576.0, value[float64](t, r, "return len(bytearray(1 << 20))"))
			}
		})
	}
}

func TestAnArenaDoesNotGrowOverItsLimit(t *testing.T) {
	_, img := storedImage(t)
	a, err := newArena(img, 8<<16)
	require.NoError(t, err)
	defer a.release()
	assert.Len(t, a.Reallocate(8<<16), 8<<16)
	assert.Nil(t, a.Reallocate(9<<16))
	assert.Nil(t, a.Reallocate(1<<60))
	assert.Len(t, a.Reallocate(8<<16), 8<<16)
}
