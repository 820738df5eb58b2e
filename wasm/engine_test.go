package wasm

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets"
)

func TestAnArtefactAndAnImageInMemoryServeLikeThoseInFiles(t *testing.T) {
	found, err := assets.Find()
	require.NoError(t, err)
	var pack bytes.Buffer
	require.NoError(t, found.Pack(&pack))
	artefact, err := assets.FromPack(pack.Bytes())
	require.NoError(t, err)
	cache, err := assets.CacheDir()
	require.NoError(t, err)
	// Compiled code comes from the cache, since compiling takes long under the race detector.
	e, err := makeEngineIn(t.Context(), artefact, filepath.Join(cache, "wazero"), "")
	require.NoError(t, err)
	key, err := imageKey(artefact)
	require.NoError(t, err)
	engines.Lock()
	if engines.byKey == nil {
		engines.byKey = map[string]*engine{}
	}
	engines.byKey[key] = e
	engines.Unlock()
	r := newTestRuntime(t, Config{Artefact: artefact})
	assert.Equal(t, []int{1, 2}, value[[]int](t, r, "import csv, statistics\nreturn [1, 2]"))
	assert.Equal(t, []int{3}, value[[]int](t, r, "return [3]"), "and the instance can be used again")
	require.NoError(t, r.Close(t.Context()))
}

func TestACacheThatCannotBeWrittenIsAFileError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	assert.True(t, isFileError(storeImage(filepath.Join(file, "image", "key"), testMemory(), 1, noCode(""))))
	assert.False(t, isFileError(errDamagedImage))
}

func TestAnImageInMemoryIsTheSameAsAStoredOne(t *testing.T) {
	_, stored := storedImage(t)
	kept, err := keepImage(testMemory(), 4711)
	require.NoError(t, err)
	defer kept.close()
	kept.state.Module = stored.state.Module
	assert.Equal(t, stored.state, kept.state)
	assert.Equal(t, stored.memory, kept.memory)

	bare := &image{memory: kept.memory, size: kept.size, state: kept.state}
	for _, img := range []*image{kept, bare} { // with a file that can be mapped, and without
		a, err := newArena(img, 16<<16)
		require.NoError(t, err)
		memory := a.Reallocate(testImageSize)
		require.Equal(t, testMemory(), memory)
		memory[7] = 7
		require.NoError(t, a.restore())
		assert.Equal(t, testMemory(), a.Reallocate(testImageSize))
		a.release()
	}
	bare.close()
}
