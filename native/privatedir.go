//go:build unix

package native

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"
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
	// dirTries is how often a private directory is made that another holds at once.
	dirTries = 100
)

// dirPrefix is how the names of private directories begin. It tells kernels apart, since a lock may be unknown
// to other machines that share the file system.
var dirPrefix = sync.OnceValue(func() string {
	kernel, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		name, _ := os.Hostname()
		kernel = []byte(name)
	}
	sum := sha256.Sum256(kernel)
	return "coderuntime-" + hex.EncodeToString(sum[:4]) + "-"
})

// A privateDir is the directory of one run: its working directory and TMPDIR, which no other user
// can enter. As long as its host lives and needs it, the host holds its lock.
type privateDir struct {
	path string
	lock *os.File
}

func makePrivateDir(parent string) (privateDir, error) {
	for tries := 1; ; tries++ {
		path, err := os.MkdirTemp(parent, dirPrefix())
		if err != nil {
			return privateDir{}, err
		}
		d := privateDir{path: path}
		err = d.hold()
		switch err {
		case nil, unix.ENOSYS, unix.ENOTSUP, unix.EINVAL, unix.EBADF:
			return d, nil // where the file system has no locks nobody else gets one either
		}
		unix.Rmdir(path)
		d.release()
		// Another host may have been faster to think it abandoned.
		if err != unix.EWOULDBLOCK && err != unix.ENOENT || tries == dirTries {
			return privateDir{}, &os.PathError{Op: "lock", Path: path, Err: err}
		}
	}
}

// hold takes the lock, which release gives back, also after an error. The error is EWOULDBLOCK if another has the lock,
// and ENOENT if the directory is gone.
func (d *privateDir) hold() error {
	dir, err := openAsIs(unix.AT_FDCWD, d.path)
	if err != nil {
		return err
	}
	d.lock = dir
	for {
		err := unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == unix.EINTR {
			continue
		}
		var stat unix.Stat_t
		if err == nil {
			err = unix.Fstat(int(dir.Fd()), &stat)
		}
		if err == nil && stat.Nlink == 0 {
			err = unix.ENOENT
		}
		return err
	}
}

func (d privateDir) release() { d.lock.Close() }

// removeSome removes the directory unless it holds very many files. It reports whether it is done.
func (d privateDir) removeSome() bool {
	done := d.removeAtMost(quickRemoval)
	if done {
		d.release()
	}
	return done
}

// remove removes the directory and everything in it, as far as the user of the host can.
func (d privateDir) remove() {
	defer d.release()
	d.removeUntil(func() bool { return false })
}

func (d privateDir) removeUntil(stop func() bool) {
	for deadline := time.Now().Add(removalTime); !d.removeAtMost(filesAtOnce) && time.Now().Before(deadline) && !stop(); {
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
	return empty || r.budget > 0 || !r.helped // what is left now cannot be removed at all
}

// A remover deletes a tree of any shape with two open directories: a directory that is found full
// is moved to the top and emptied there. It never follows a symbolic link, also when one is put in
// the place of a directory meanwhile.
type remover struct {
	root   *os.File
	budget int
	prefix string
	moved  int
	helped bool // something was removed or moved
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
				r.helped = r.helped || helped
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
	dir, err := openAsIs(parent, name)
	if err == nil {
		unix.Fchmod(int(dir.Fd()), 0o700)
	}
	return dir, err
}

// openAsIs opens a directory, not a link to one. Its mode is changed only if it cannot be opened otherwise.
func openAsIs(parent int, name string) (*os.File, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(parent, name, flags, 0)
	if err == unix.EACCES {
		makeAccessible(parent, name)
		fd, err = unix.Openat(parent, name, flags, 0)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}
