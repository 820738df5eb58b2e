package wasm

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyImagesThatNobodyOpensAreRemovedFromTheCache(t *testing.T) {
	dir, _ := storedImage(t)
	folder := filepath.Dir(dir)
	old, opened := filepath.Join(folder, "old"), filepath.Join(folder, "opened")
	long := time.Now().Add(-unusedFor - time.Hour)
	for _, name := range []string{old, opened} {
		require.NoError(t, os.CopyFS(name, os.DirFS(dir)))
		require.NoError(t, os.Chtimes(name, long, long))
	}
	img, err := openImage(opened)
	require.NoError(t, err)
	img.close()

	prune(folder, time.Now())
	assert.NoDirExists(t, old)
	assert.DirExists(t, opened)
	assert.DirExists(t, dir)
}
