//go:build unix

package native

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// sweep removes the private directories in parent whose host is gone, which had no time to do it when it was
// killed. It ends early when stop says so. What is not a directory of this user, made by a host on this kernel, or
// is held by its host, stays as it is; one that cannot be opened to see that can be, for a moment, meanwhile.
func sweep(parent string, stop func() bool) {
	dir, err := os.Open(parent)
	if err != nil {
		return
	}
	defer dir.Close()
	for {
		names, err := dir.Readdirnames(namesAtOnce)
		for _, name := range names {
			if stop() {
				return
			}
			if isPrivateDir(name) {
				sweepOne(dir, name, stop)
			}
		}
		if err != nil {
			return
		}
	}
}

// isPrivateDir reports whether makePrivateDir gives such names on this kernel.
func isPrivateDir(name string) bool {
	number, ok := strings.CutPrefix(name, dirPrefix())
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

func sweepOne(parent *os.File, name string, stop func() bool) {
	var found, held unix.Stat_t
	if unix.Fstatat(int(parent.Fd()), name, &found, unix.AT_SYMLINK_NOFOLLOW) != nil ||
		found.Mode&unix.S_IFMT != unix.S_IFDIR || int(found.Uid) != unix.Geteuid() {
		return
	}
	d := privateDir{path: parent.Name() + string(os.PathSeparator) + name}
	err := d.hold()
	defer d.release()
	if err == nil && unix.Fstat(int(d.lock.Fd()), &held) == nil && held.Dev == found.Dev && held.Ino == found.Ino {
		d.removeUntil(stop)
		return
	}
	if d.lock != nil && found.Mode&unix.S_IRUSR == 0 { // it could not be opened as it was
		unix.Fchmod(int(d.lock.Fd()), uint32(found.Mode)&0o7777)
	}
}
