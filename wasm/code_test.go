package wasm

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"coderuntime/assets"
)

// codeOf stores code for a small module, and the image that it belongs to, and returns the folder.
func codeOf(t *testing.T) string {
	t.Helper()
	// Exports a function "f" that returns 7.
	module := []byte("\x00asm\x01\x00\x00\x00" + "\x01\x05\x01\x60\x00\x01\x7f" + "\x03\x02\x01\x00" + "\x07\x05\x01\x01f\x00\x00" + "\x0a\x06\x01\x04\x00\x41\x07\x0b")
	dir, compiled := filepath.Join(t.TempDir(), "image", "key"), t.TempDir()
	require.NoError(t, compileInto(t.Context(), compiled, module))
	require.NoError(t, storeImage(dir, testMemory(), 1, func(draft string) ([]byte, codeFile, error) {
		return storeCode(t.Context(), draft, compiled, module)
	}))
	return dir
}

func openIn(t *testing.T, dir string) *engine {
	t.Helper()
	e := &engine{}
	if err := e.open(t.Context(), dir); err != nil {
		require.ErrorIs(t, err, errDamagedImage)
		return nil
	}
	t.Cleanup(func() { e.stop(t.Context()); e.image.close() })
	return e
}

func TestTheCodeOfAnImageIsTheModulesAndNotTheTraps(t *testing.T) {
	e := openIn(t, codeOf(t))
	require.NotNil(t, e)
	instance, err := e.wazero.InstantiateModule(t.Context(), e.module, wazero.NewModuleConfig())
	require.NoError(t, err)
	results, err := instance.ExportedFunction("f").Call(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []uint64{7}, results)
}

func TestCodeThatIsNotAsItWasStoredIsNeverRun(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, file string){
		"gone":            func(t *testing.T, file string) { require.NoError(t, os.Remove(file)) },
		"cut short":       func(t *testing.T, file string) { require.NoError(t, os.Truncate(file, 40)) },
		"empty":           func(t *testing.T, file string) { require.NoError(t, os.Truncate(file, 0)) },
		"another version": func(t *testing.T, file string) { overwrite(t, file, 7, "w0") },
		"other code":      func(t *testing.T, file string) { overwrite(t, file, fileSize(t, file)-12, "X") },
		"another machine": func(t *testing.T, file string) { require.NoError(t, os.Rename(file, file[:len(file)-1]+"_")) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := codeOf(t)
			file, _, err := onlyFile(filepath.Join(dir, codeName))
			require.NoError(t, err)
			damage(t, file)
			if e := openIn(t, dir); e != nil {
				instance, err := e.wazero.InstantiateModule(t.Context(), e.module, wazero.NewModuleConfig())
				require.NoError(t, err)
				_, err = instance.ExportedFunction("f").Call(t.Context())
				assert.NoError(t, err, "the engine has taken the traps for the code")
				t.Error("the damage was not noticed")
			}
		})
	}
}

func TestAnImageWithoutItsCodeIsMadeAnew(t *testing.T) {
	artefact, err := assets.Find()
	require.NoError(t, err)
	cache, err := assets.CacheDir()
	require.NoError(t, err)
	compiled, dir := filepath.Join(cache, "wazero"), filepath.Join(t.TempDir(), "image", "key")
	for range 2 {
		e, err := makeEngineIn(t.Context(), artefact, compiled, dir)
		require.NoError(t, err)
		a, err := newArena(e.image, 128<<20)
		require.NoError(t, err)
		inst, err := e.fresh(t.Context(), a)
		require.NoError(t, err)
		_, err = inst.step()
		assert.NoError(t, err, "it runs, to wait for a boot frame")
		inst.discard(t.Context())
		e.stop(t.Context())
		e.image.close()
		require.NoError(t, os.RemoveAll(filepath.Join(dir, codeName)))
	}
}

func overwrite(t *testing.T, name string, at int64, with string) {
	t.Helper()
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer file.Close()
	_, err = file.WriteAt([]byte(with), at)
	require.NoError(t, err)
}

func fileSize(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	require.NoError(t, err)
	return info.Size()
}
