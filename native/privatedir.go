//go:build unix

package native

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// quickRemoval is how many files are removed before Run returns.
	quickRemoval = 4096
	// filesAtOnce is how many are removed between two looks at the clock after that.
	filesAtOnce = 1 << 17
	// removalTime bounds a removal against processes that make files as fast as they are removed.
	removalTime = 5 * time.Minute
	// namesAtOnce is how many names of a directory are read at once.
	namesAtOnce = 1024
)

// A privateDir is the directory of one run: its working directory and TMPDIR, which no other user
// can enter.
type privateDir struct{ path string }

func makePrivateDir(parent string) (privateDir, error) {
	path, err := os.MkdirTemp(parent, "coderuntime-")
	return privateDir{path: path}, err
}

// removeSome removes the directory unless it holds very many files. It reports whether it is done.
func (d privateDir) removeSome() bool { return d.removeAtMost(quickRemoval) }

// remove removes the directory and everything in it, as far as the user of the host can.
func (d privateDir) remove() {
	for deadline := time.Now().Add(removalTime); !d.removeAtMost(filesAtOnce) && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
}

func (d privateDir) removeAtMost(files int) (done bool) {
	if err := unix.Rmdir(d.path); err == nil || err == unix.ENOENT {
		return true
	}
	root, err := openDir(unix.AT_FDCWD, d.path)
	if err == unix.ENOTDIR || err == unix.ELOOP {
		unix.Unlink(d.path) // the program put something else in its place
		return true
	}
	if err != nil {
		return false // too many open files, say
	}
	defer root.Close()
	r := remover{root: root, budget: files, prefix: rand.Text()}
	empty := r.empty(root, r.removeTree)
	unix.Rmdir(d.path)
	return empty || r.budget > 0 // what is left now cannot be removed at all
}

// A remover deletes a tree of any shape with two open directories: a directory that is found full
// is moved to the top and emptied there. It never follows a symbolic link, also when one is put in
// the place of a directory meanwhile.
type remover struct {
	root   *os.File
	budget int
	prefix string
	moved  int
}

// empty calls remove for every name in dir, again and again while that helps.
func (r *remover) empty(dir *os.File, remove func(name string) bool) bool {
	for {
		if _, err := dir.Seek(0, io.SeekStart); err != nil {
			return false
		}
		found, helped := false, false
		for {
			names, err := dir.Readdirnames(namesAtOnce)
			for _, name := range names {
				if r.budget == 0 {
					return false
				}
				r.budget--
				found = true
				helped = remove(name) || helped
			}
			if err != nil {
				break
			}
		}
		if !found || !helped {
			return !found
		}
	}
}

// removeTree removes an entry of the top directory. A directory in it that holds something becomes
// an entry of the top directory instead.
func (r *remover) removeTree(name string) bool {
	top := int(r.root.Fd())
	if removeEntry(top, name) {
		return true
	}
	dir, err := openDir(top, name)
	if err != nil {
		return false
	}
	defer dir.Close()
	r.empty(dir, func(inner string) bool {
		return removeEntry(int(dir.Fd()), inner) || r.moveToTop(int(dir.Fd()), inner)
	})
	return unix.Unlinkat(top, name, unix.AT_REMOVEDIR) == nil
}

func (r *remover) moveToTop(dir int, name string) bool {
	makeAccessible(dir, name) // moving a directory writes to it
	r.moved++
	return unix.Renameat(dir, name, int(r.root.Fd()), fmt.Sprintf("%s%d", r.prefix, r.moved)) == nil
}

// removeEntry removes a file of any kind or an empty directory.
func removeEntry(dir int, name string) bool {
	return unix.Unlinkat(dir, name, 0) == nil || unix.Unlinkat(dir, name, unix.AT_REMOVEDIR) == nil
}

// openDir opens a directory, not a link to one, and makes sure that it can be read and changed.
func openDir(parent int, name string) (*os.File, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(parent, name, flags, 0)
	if err == unix.EACCES {
		makeAccessible(parent, name)
		fd, err = unix.Openat(parent, name, flags, 0)
	}
	if err != nil {
		return nil, err
	}
	unix.Fchmod(fd, 0o700)
	return os.NewFile(uintptr(fd), name), nil
}
