//go:build linux

package native

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func never() bool { return false }

func TestTheDirectoryOfAKilledHostIsRemovedByTheNext(t *testing.T) {
	for _, c := range []struct{ name, program string }{
		{"with files", "import os\nos.makedirs('a/b')\nopen('a/b/c', 'w').close()\nawait host.ready([os.getpid()])\nwhile True: pass"},
		{"without any right", "import os\nos.chmod('.', 0)\nawait host.ready([os.getpid()])\nwhile True: pass"},
	} {
		t.Run(c.name, func(t *testing.T) {
			shared := t.TempDir()
			killHost(t, c.program, shared)
			left, err := os.ReadDir(shared)
			require.NoError(t, err)
			require.Len(t, left, 1, "the host has removed it itself")

			newRuntime(t, Config{TempDir: shared})
			require.Eventually(t, func() bool {
				left, err := os.ReadDir(shared)
				return err == nil && len(left) == 0
			}, patience, time.Millisecond)
		})
	}
}

func TestTheDirectoriesOfOtherHostsStay(t *testing.T) {
	r := newRuntime(t, Config{})
	host, ready := signalling()
	goOn := make(chan struct{})
	host.Functions["wait"] = func(context.Context, json.RawMessage) (json.RawMessage, error) { <-goOn; return nil, nil }
	done := make(chan struct{})
	go func() {
		defer close(done)
		requireValue(t, `["x"]`, runProgram(t, r, `
import os
open("x", "w").close()
await host.ready(1)
await host.wait(1)
return os.listdir()`, host))
	}()
	receive(t, ready)
	sweep(r.config.TempDir, never)
	close(goOn)
	<-done
}

func TestWhatIsNoPrivateDirectoryStays(t *testing.T) {
	shared, elsewhere := t.TempDir(), t.TempDir()
	precious := filepath.Join(elsewhere, "precious")
	require.NoError(t, os.WriteFile(precious, nil, 0o600))
	for _, name := range []string{"other", dirPrefix() + "logs", dirPrefix(), "coderuntime-00000000-5", "x" + dirPrefix() + "5"} {
		require.NoError(t, os.Mkdir(filepath.Join(shared, name), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(shared, dirPrefix()+"1"), nil, 0o600))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(shared, dirPrefix()+"2")))
	want := 7
	if os.Getuid() == 0 {
		stranger := filepath.Join(shared, dirPrefix()+"3")
		require.NoError(t, os.Mkdir(stranger, 0o700))
		require.NoError(t, os.Chown(stranger, 65534, 65534))
		want++
	}
	sweep(shared, never)
	left, err := os.ReadDir(shared)
	require.NoError(t, err)
	assert.Len(t, left, want)
	assert.FileExists(t, precious)
}

func TestADirectoryThatIsBeingMadeIsNotTakenForAnAbandonedOne(t *testing.T) {
	shared := t.TempDir()
	over := make(chan struct{})
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		for {
			select {
			case <-over:
				return
			default:
				sweep(shared, never)
			}
		}
	}()
	for range 2000 {
		d, err := makePrivateDir(shared)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(d.path, "x"), nil, 0o600))
		d.remove()
		require.NoDirExists(t, d.path)
	}
	close(over)
	<-swept
	left, err := os.ReadDir(shared)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestASweepCanBeStopped(t *testing.T) {
	shared := t.TempDir()
	d, err := makePrivateDir(shared)
	require.NoError(t, err)
	require.NoError(t, unix.Flock(int(d.lock.Fd()), unix.LOCK_UN)) // as if its host had died
	sweep(shared, func() bool { return true })
	assert.DirExists(t, d.path, "and a sweep that is stopped leaves it")
	sweep(shared, never)
	assert.NoDirExists(t, d.path)
	d.release()
}
