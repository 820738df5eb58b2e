//go:build unix

package assets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/steps"
)

func TestTheCacheIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "cache")
	t.Setenv(cacheEnv, dir)
	got, err := CacheDir()
	require.NoError(t, err)
	assert.Equal(t, dir, got)
	info, err := os.Stat(dir)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

func TestTheCacheIsInTheUsersCacheFolderUnlessNamed(t *testing.T) {
	base := t.TempDir()
	t.Setenv(cacheEnv, "")
	t.Setenv("XDG_CACHE_HOME", base)
	t.Setenv("HOME", base)
	got, err := CacheDir()
	require.NoError(t, err)
	assert.Equal(t, "coderuntime", filepath.Base(got))
	assert.Contains(t, got, base)
}

func TestACacheThatOthersMayWriteToIsRefused(t *testing.T) {
	for _, mode := range []os.FileMode{0o720, 0o702, 0o777} {
		dir := t.TempDir()
		require.NoError(t, os.Chmod(dir, mode))
		t.Setenv(cacheEnv, dir)
		_, err := CacheDir()
		require.Error(t, err)
		assert.Contains(t, err.Error(), "others may write to the cache folder "+dir)
		_, err = Find()
		assert.Error(t, err)
		_, err = Build(t.Context(), BuildOptions{})
		assert.Error(t, err)
	}
}

func TestACacheOfAnotherUserIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("giving a folder to another user needs root")
	}
	dir := t.TempDir()
	require.NoError(t, os.Chown(dir, 12345, -1))
	t.Setenv(cacheEnv, dir)
	_, err := CacheDir()
	assert.ErrorContains(t, err, "belongs to another user (uid 12345)")
}

func TestACacheThatIsAFileIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	t.Setenv(cacheEnv, file)
	_, err := CacheDir()
	assert.Error(t, err)
}

func TestTheDigestCoversEverythingThatGoesIn(t *testing.T) { // seed: 298
	recipe := func(text string) fstest.MapFS {
		return fstest.MapFS{"a.go": {Data: []byte(text)}, "a_test.go": {Data: []byte("t" + text)}}
	}
	base := digestOf(recipe("1"), "shim", "1")
	assert.Len(t, base, 32)
	assert.Equal(t, base, digestOf(recipe("1"), "shim", "1"))
	assert.NotEqual(t, base, digestOf(recipe("2"), "shim", "1"))
	assert.NotEqual(t, base, digestOf(recipe("1"), "shim2", "1"))
	assert.NotEqual(t, base, digestOf(recipe("1"), "shim", "2"))
	renamed := fstest.MapFS{"b.go": {Data: []byte("1")}}
	assert.NotEqual(t, base, digestOf(renamed, "shim", "1"))
	tested := recipe("1")
	tested["a_test.go"] = &fstest.MapFile{Data: []byte("other")}
	assert.Equal(t, base, digestOf(tested, "shim", "1"), "tests make no difference")
	assert.Equal(t, Digest(), Digest())
}

// fake is a build of two small files that counts how often it is made.
type fake struct {
	made   atomic.Int32
	module string
	fail   error
	// different builds make different modules
	different bool
	started   chan struct{} // closed when the build has begun, if set
	release   chan struct{} // the build waits for it, if set
}

func (f *fake) plan(_ context.Context, dir string) (plan, error) {
	run := func(ctx context.Context, s *steps.Shell) error {
		f.made.Add(1)
		if f.started != nil {
			close(f.started)
			select {
			case <-f.release:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if f.fail != nil {
			s.Logf("the compiler says no")
			return f.fail
		}
		s.Record(steps.Input{Kind: "source", Name: "thing", Version: "1"})
		module := f.module
		if f.different {
			module = fmt.Sprint(module, f.made.Load())
		}
		if err := os.WriteFile(filepath.Join(s.Dir(), "m"), []byte(module), 0o644); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(s.Dir(), "l"), []byte("library"), 0o644)
	}
	return plan{
		steps:  []steps.Step{{Name: "make", Run: run}},
		result: func() (string, string) { return filepath.Join(dir, "make", "m"), filepath.Join(dir, "make", "l") },
	}, nil
}

func (f *fake) builder(cache string, progress *bytes.Buffer) *builder {
	if f.module == "" {
		f.module = "module"
	}
	b := &builder{cache: cache, digest: "d1", plan: f.plan}
	if progress != nil {
		b.Progress = progress
	}
	return b
}

func TestABuiltArtefactIsFoundAndWhole(t *testing.T) {
	cache, f := t.TempDir(), &fake{}
	_, err := find(cache, "d1")
	require.ErrorIs(t, err, ErrNotBuilt)
	assert.Contains(t, err.Error(), "run: coderun assets build")

	built, err := f.builder(cache, nil).build(t.Context())
	require.NoError(t, err)
	found, err := find(cache, "d1")
	require.NoError(t, err)
	assert.Equal(t, built.Info.Outputs, found.Info.Outputs)
	assert.Equal(t, []steps.Input{{Kind: "source", Name: "thing", Version: "1"}}, found.Info.Inputs)
	assert.NoError(t, found.Verify())
	module, err := os.ReadFile(found.Module())
	require.NoError(t, err)
	assert.Equal(t, "module", string(module))
	assert.FileExists(t, found.Stdlib())
	assert.NoDirExists(t, filepath.Join(cache, "build"), "the build's folder goes")
}

func TestAGoodArtefactIsNotBuiltAgainUnlessForced(t *testing.T) {
	cache, f := t.TempDir(), &fake{}
	for range 3 {
		_, err := f.builder(cache, nil).build(t.Context())
		require.NoError(t, err)
	}
	assert.EqualValues(t, 1, f.made.Load())
	b := f.builder(cache, nil)
	b.Force = true
	f.module = "other"
	a, err := b.build(t.Context())
	require.NoError(t, err)
	assert.EqualValues(t, 2, f.made.Load())
	assert.NoError(t, a.Verify())
	assert.EqualValues(t, len("other"), a.Info.Outputs[0].Size)
}

func TestADamagedArtefactIsNoticedNamedAndRebuilt(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(t *testing.T, dir string)
		says   string
		found  bool // by Find alone, without reading everything
	}{
		"a changed byte": {
			damage: func(t *testing.T, dir string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, "python.wasm"), []byte("mOdule"), 0o644))
			},
			says: "python.wasm has the wrong checksum",
		},
		"a file cut short": {
			damage: func(t *testing.T, dir string) { require.NoError(t, os.Truncate(filepath.Join(dir, "stdlib.zip"), 3)) },
			says:   "stdlib.zip has 3 bytes and should have 7", found: true,
		},
		"a file gone": {
			damage: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "python.wasm"))) },
			says:   "python.wasm is missing", found: true,
		},
		"no report": {
			damage: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, infoFile))) },
			says:   infoFile, found: true,
		},
		"a report that cannot be read": {
			damage: func(t *testing.T, dir string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, infoFile), []byte("{"), 0o644))
			},
			says: infoFile, found: true,
		},
		"a report without files": {
			damage: func(t *testing.T, dir string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, infoFile), []byte(`{"digest":"d1"}`), 0o644))
			},
			says: "does not list python.wasm",
		},
		"a report of another version": {
			damage: func(t *testing.T, dir string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, infoFile), []byte(`{"digest":"d2"}`), 0o644))
			},
			says: "is of another version", found: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			cache, f := t.TempDir(), &fake{}
			a, err := f.builder(cache, nil).build(t.Context())
			require.NoError(t, err)
			c.damage(t, a.Dir)
			got, err := find(cache, "d1")
			if !c.found {
				require.NoError(t, err)
				err = got.Verify()
			}
			require.ErrorIs(t, err, ErrDamaged)
			assert.ErrorContains(t, err, c.says)
			assert.NotContains(t, err.Error(), "\n")

			var progress bytes.Buffer
			a, err = f.builder(cache, &progress).build(t.Context())
			require.NoError(t, err)
			assert.NoError(t, a.Verify())
			assert.Contains(t, progress.String(), c.says)
			assert.EqualValues(t, 2, f.made.Load())
		})
	}
}

func TestAnInterruptedBuildLeavesNothingInPlace(t *testing.T) {
	cache := t.TempDir()
	f := &fake{started: make(chan struct{}), release: make(chan struct{})}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	go func() { <-f.started; cancel(stop) }()
	_, err := f.builder(cache, nil).build(ctx)
	require.ErrorIs(t, err, stop)
	_, err = find(cache, "d1")
	require.ErrorIs(t, err, ErrNotBuilt)

	f.started = nil
	a, err := f.builder(cache, nil).build(t.Context())
	require.NoError(t, err)
	assert.NoError(t, a.Verify())
}

func TestWhatABuildThatWasKilledLeftIsSweptAway(t *testing.T) {
	cache, f := t.TempDir(), &fake{}
	left := filepath.Join(cache, "assets", ".new-123")
	require.NoError(t, os.MkdirAll(left, 0o700))
	_, err := f.builder(cache, nil).build(t.Context())
	require.NoError(t, err)
	entries, err := os.ReadDir(filepath.Join(cache, "assets"))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	assert.Equal(t, "d1", entries[0].Name())
}

func TestOfTwoBuildsAtOnceTheSecondWaitsAndUsesWhatTheFirstMade(t *testing.T) {
	cache := t.TempDir()
	f := &fake{started: make(chan struct{}), release: make(chan struct{})}
	var both sync.WaitGroup
	both.Go(func() {
		_, err := f.builder(cache, nil).build(t.Context())
		assert.NoError(t, err)
	})
	<-f.started
	said := make(chan struct{})
	second := f.builder(cache, nil)
	second.Progress = writerFunc(func(p []byte) (int, error) {
		assert.Contains(t, string(p), "another build is running")
		close(said)
		return len(p), nil
	})
	both.Go(func() {
		a, err := second.build(t.Context())
		assert.NoError(t, err)
		assert.NoError(t, a.Verify())
	})
	<-said
	close(f.release)
	both.Wait()
	assert.EqualValues(t, 1, f.made.Load())
}

func TestWaitingForAnotherBuildCanBeCancelled(t *testing.T) {
	cache, f := t.TempDir(), &fake{}
	unlock, err := lock(t.Context(), filepath.Join(cache, "build.lock"), func() {})
	require.NoError(t, err)
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	b := f.builder(cache, nil)
	b.Progress = writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	_, err = b.build(ctx)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, f.made.Load())
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestAFailedBuildShowsTheEndOfItsLogAndWhereTheRestIs(t *testing.T) {
	cache, f := t.TempDir(), &fake{fail: errors.New("cc ended with exit status 1")}
	var progress bytes.Buffer
	_, err := f.builder(cache, &progress).build(t.Context())
	require.Error(t, err)
	log := filepath.Join(cache, "build.log")
	assert.Equal(t, "building failed in make: cc ended with exit status 1 (log: "+log+")", err.Error())
	assert.Contains(t, progress.String(), "the compiler says no\n")
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(text), "make| the compiler says no")
}
