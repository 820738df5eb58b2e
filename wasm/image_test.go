package wasm

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testImageSize = 4 << 16

// testMemory is mostly zero, as an interpreter's memory is.
func testMemory() []byte {
	memory := make([]byte, testImageSize)
	copy(memory[100:], "near the beginning")
	copy(memory[3*4096:], bytes.Repeat([]byte{7}, 2*4096))
	memory[testImageSize-1] = 1
	return memory
}

// noCode stands for storing code, of which these images have none.
func noCode(module string) func(string) ([]byte, codeFile, error) {
	return func(string) ([]byte, codeFile, error) { return []byte(module), codeFile{}, nil }
}

func storedImage(t *testing.T) (dir string, img *image) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "image", "key")
	require.NoError(t, storeImage(dir, testMemory(), 4711, noCode("module")))
	img, err := openImage(dir)
	require.NoError(t, err)
	t.Cleanup(img.close)
	return dir, img
}

func TestAnImageIsReadBackAsItWasStored(t *testing.T) {
	_, img := storedImage(t)
	assert.Equal(t, testMemory(), img.memory)
	assert.Equal(t, []byte("module"), img.module)
	assert.Equal(t, uint64(4711), img.state.StackPointer)
	assert.Equal(t, [][2]int{{0, 4096}, {3 * 4096, 5 * 4096}, {testImageSize - 4096, testImageSize}}, img.state.Used)
	blank := make([]byte, testImageSize)
	img.copyTo(blank)
	assert.Equal(t, testMemory(), blank)
}

func TestOfTwoThatStoreAnImageTheFirstStays(t *testing.T) {
	dir, _ := storedImage(t)
	other := testMemory()
	other[5] = 5
	require.NoError(t, storeImage(dir, other, 1, noCode("other")))
	img, err := openImage(dir)
	require.NoError(t, err)
	defer img.close()
	assert.Equal(t, testMemory(), img.memory)
	entries, err := os.ReadDir(filepath.Dir(dir))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no draft is left")
}

func TestADamagedImageIsRefused(t *testing.T) {
	change := func(name string, offset int64, with string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			file, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
			require.NoError(t, err)
			defer file.Close()
			_, err = file.WriteAt([]byte(with), offset)
			require.NoError(t, err)
		}
	}
	for _, tc := range []struct {
		name   string
		damage func(*testing.T, string)
	}{
		{"a byte of the memory", change(memoryName, 101, "X")},
		{"the module", change(moduleName, 0, "M")},
		{"the state", change(stateName, 0, "?")},
		{"a memory cut short", func(t *testing.T, dir string) {
			require.NoError(t, os.Truncate(filepath.Join(dir, memoryName), 4096))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, _ := storedImage(t)
			tc.damage(t, dir)
			img, err := openImage(dir)
			if err == nil {
				defer img.close()
				err = img.checkMemory()
			}
			assert.ErrorIs(t, err, errDamagedImage)
		})
	}
}

func TestAnImageThatIsNotThereIsSaidToBe(t *testing.T) {
	_, err := openImage(filepath.Join(t.TempDir(), "none"))
	assert.True(t, errors.Is(err, fs.ErrNotExist))
}
