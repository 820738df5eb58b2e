//go:build unix

package assets

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatTheSystemRefusesIsOneLineAndNothingIsHalfWritten(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, cache string, f *fake)
		says    string
	}{
		{"no space while building", func(t *testing.T, _ string, f *fake) {
			f.fail = &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}
		}, "building failed in make: write /x: no space left on device"},
		{"no permission for the lock", func(t *testing.T, cache string, _ *fake) {
			require.NoError(t, os.Mkdir(filepath.Join(cache, lockFile), 0o700)) // root may write into anything but a folder
		}, lockFile},
		{"no permission for the artefact", func(t *testing.T, cache string, _ *fake) {
			require.NoError(t, os.WriteFile(filepath.Join(cache, "assets"), nil, 0o600))
		}, "assets: not a directory"},
		{"no permission for the build's folder", func(t *testing.T, cache string, _ *fake) {
			require.NoError(t, os.WriteFile(filepath.Join(cache, "build"), nil, 0o600))
		}, "build: not a directory"},
		{"no permission for the log", func(t *testing.T, cache string, _ *fake) {
			require.NoError(t, os.Mkdir(filepath.Join(cache, "build.log"), 0o700))
		}, "opening the log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache, f := t.TempDir(), &fake{}
			c.prepare(t, cache, f)
			_, err := f.builder(cache, nil).build(t.Context())
			require.Error(t, err)
			assert.ErrorContains(t, err, c.says)
			assert.NotContains(t, err.Error(), "\n")
			_, err = find(cache, "d1")
			assert.Error(t, err)
			left, err := filepath.Glob(filepath.Join(cache, "assets", "*"))
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

func TestAPackThatHasNoPlaceIsRefusedWithoutBlamingIt(t *testing.T) {
	pack := packed(t)
	cache := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(cache, "assets"), nil, 0o600))
	_, err := (&fake{}).builder(cache, nil).use(t.Context(), bytes.NewReader(pack))
	require.Error(t, err)
	assert.ErrorContains(t, err, "putting the pack into the cache")
	assert.NotErrorIs(t, err, ErrBadPack)
	assert.NotContains(t, err.Error(), "\n")
}
