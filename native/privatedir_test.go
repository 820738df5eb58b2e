//go:build linux

package native

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestThePrivateDirectoryIsGoneWhateverTheProgramLeftInIt(t *testing.T) {
	outside := t.TempDir()
	precious := filepath.Join(outside, "precious")
	require.NoError(t, os.WriteFile(precious, []byte("x"), 0o600))
	r := newRuntime(t, Config{})
	for _, c := range []struct{ name, program string }{
		{"files and directories", "import os\nos.makedirs('a/b/c')\nopen('a/b/c/d', 'w').close()\nopen('e', 'w').close()"},
		{"directories without any right", `
import os
os.makedirs("a/b/c")
open("a/b/c/d", "w").close()
for path in ("a/b/c/d", "a/b/c", "a/b", "a", "."): os.chmod(path, 0)`},
		{"links out of it", fmt.Sprintf(`
import os
os.symlink(%[1]q, "link")
os.symlink(%[1]q, "dir.link")
os.mkdir("a")
os.symlink("..", "a/up")
os.symlink(%[1]q + "/precious", "a/file")
os.symlink("/nowhere", "a/dangling")
os.link(%[1]q + "/precious", "a/hard")`, outside)},
		{"things that are no files", `
import os, socket
os.mkfifo("fifo")
socket.socket(socket.AF_UNIX).bind("socket")`},
		{"a very deep tree", `
import os
for _ in range(1000):
    os.mkdir("d")
    open("f", "w").close()
    os.chdir("d")`},
		{"odd names", "import os\nfor n in range(1, 256):\n    if n not in (46, 47): open(bytes([n]), 'w').close()\nopen(b'x' * 255, 'w').close()"},
		{"nothing, itself removed", "import os\nos.rmdir(os.getcwd())"},
		{"a link in its own place", fmt.Sprintf("import os\nhere = os.getcwd()\nos.rmdir(here)\nos.symlink(%q, here)", outside)},
		{"a file in its own place", "import os\nhere = os.getcwd()\nos.rmdir(here)\nopen(here, 'w').close()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			requireValue(t, "null", runProgram(t, r, c.program))
			left, err := os.ReadDir(r.config.TempDir)
			require.NoError(t, err)
			assert.Empty(t, left)
			assert.FileExists(t, precious)
			info, err := os.Stat(outside)
			require.NoError(t, err)
			assert.NotZero(t, info.Mode().Perm(), "the mode of a directory outside was changed")
		})
	}
}

func TestVeryManyFilesAreRemovedAfterTheRun(t *testing.T) {
	files := 3 * quickRemoval
	r := newRuntime(t, Config{})
	requireValue(t, "null", runProgram(t, r, fmt.Sprintf(`
import os
os.mkdir("d")
for i in range(%d): os.close(os.open(f"d/{i}", os.O_CREAT | os.O_WRONLY))`, files)))
	closeRuntime(t, r)
	left, err := os.ReadDir(r.config.TempDir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// As an ordinary user the modes of directories count, which root does not notice.
func TestAnOrdinaryUserCanRemoveDirectoriesWithoutAnyRight(t *testing.T) {
	asOrdinary(t, removeWithoutRights)
}

func TestASweepLeavesTheModeOfADirectoryThatIsHeld(t *testing.T) {
	asOrdinary(t, func(parent string) error {
		dir, err := makePrivateDir(parent)
		if err != nil {
			return err
		}
		defer dir.remove()
		for _, mode := range []os.FileMode{0, 0o300, 0o500, 0o755} {
			if err := os.Chmod(dir.path, mode); err != nil {
				return err
			}
			sweep(parent, never)
			if info, err := os.Stat(dir.path); err != nil || info.Mode().Perm() != mode {
				return fmt.Errorf("%v is %v: %v", mode, info, err)
			}
		}
		return nil
	})
}

func TestARemovalEndsWhenNothingIsLeftThatCanBeRemoved(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to make files that another user cannot remove")
	}
	parents := make(chan string)
	made := make(chan error)
	go func() {
		dir := filepath.Join(<-parents, "roots")
		err := os.Mkdir(dir, 0o755)
		for i := 0; i < 10 && err == nil; i++ {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o644)
		}
		made <- err
	}()
	asOrdinary(t, func(parent string) error {
		dir, err := makePrivateDir(parent)
		if err != nil {
			return err
		}
		defer dir.release()
		if err := os.WriteFile(filepath.Join(dir.path, "own"), nil, 0o600); err != nil {
			return err
		}
		if err := os.Chmod(dir.path, 0o777); err != nil {
			return err
		}
		parents <- dir.path
		if err := <-made; err != nil {
			return err
		}
		for range 5 {
			if dir.removeAtMost(4) {
				return nil
			}
		}
		return fmt.Errorf("it goes on and on")
	})
}

// asOrdinary calls f as a user without the rights of root, with a directory that is open to all.
func asOrdinary(t *testing.T, f func(parent string) error) {
	t.Helper()
	parent := t.TempDir()
	for _, dir := range []string{parent, filepath.Dir(parent)} {
		require.NoError(t, os.Chmod(dir, 0o777))
	}
	done := make(chan error, 1)
	go func() {
		// The thread is never unlocked, so that it ends with the goroutine: its user is not this process's.
		runtime.LockOSThread()
		if os.Getuid() == 0 {
			if err := becomeOrdinary(); err != nil {
				done <- err
				return
			}
		}
		done <- f(parent)
	}()
	require.NoError(t, receive(t, done))
}

func removeWithoutRights(parent string) error {
	dir, err := makePrivateDir(parent)
	if err != nil {
		return err
	}
	inner := filepath.Join(dir.path, "a", "b", "c")
	if err := os.MkdirAll(inner, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(inner, "d"), nil, 0o600); err != nil {
		return err
	}
	for path := inner; path != parent; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0); err != nil {
			return err
		}
	}
	if _, err := os.ReadDir(dir.path); err == nil {
		return fmt.Errorf("modes do not count for this user: the test tests nothing")
	}
	if !dir.removeSome() {
		return fmt.Errorf("not done")
	}
	if _, err := os.Lstat(dir.path); !os.IsNotExist(err) {
		return fmt.Errorf("still there: %v", err)
	}
	return nil
}

// becomeOrdinary gives this thread another user id, and with it no rights of root over files.
func becomeOrdinary() error {
	const nobody = 65534
	if _, _, errno := syscall.RawSyscall(unix.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
		return errno
	}
	return nil
}

func TestAProgramCannotMakeTheHostFollowALinkItSwapsIn(t *testing.T) {
	outside := t.TempDir()
	precious := filepath.Join(outside, "d", "precious")
	require.NoError(t, os.Mkdir(filepath.Dir(precious), 0o700))
	require.NoError(t, os.WriteFile(precious, nil, 0o600))
	for range 50 {
		dir, err := makePrivateDir(t.TempDir())
		require.NoError(t, err)
		swapped := filepath.Join(dir.path, "d")
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				default:
				}
				os.MkdirAll(filepath.Join(swapped, "x"), 0o700)
				os.RemoveAll(swapped)
				os.Symlink(filepath.Dir(precious), swapped)
				os.Remove(swapped)
			}
		}()
		for range 20 {
			dir.removeSome()
		}
		close(stop)
		<-stopped
		dir.remove()
		require.FileExists(t, precious)
	}
}

func TestAPrivateDirectoryIsTheUsersAlone(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	result := runIn(t, Config{}, "import os\nreturn os.stat('.').st_mode & 0o777")
	assert.Equal(t, 0o700, decode[int](t, result))
	assert.Nil(t, result.Failure)
}
