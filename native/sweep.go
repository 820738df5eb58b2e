//go:build unix

package native

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// sweep removes the private directories in parent whose host is gone, which had no time to do it when it was
// killed. It ends early when stop says so. Of what is not a directory of this user, or is held by its host,
// nothing is touched.
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
			if strings.HasPrefix(name, dirPrefix) {
				sweepOne(int(dir.Fd()), parent, name, stop)
			}
		}
		if err != nil {
			return
		}
	}
}

func sweepOne(parent int, path, name string, stop func() bool) {
	var stat unix.Stat_t
	if unix.Fstatat(parent, name, &stat, unix.AT_SYMLINK_NOFOLLOW) != nil ||
		stat.Mode&unix.S_IFMT != unix.S_IFDIR || int(stat.Uid) != unix.Geteuid() {
		return
	}
	d := privateDir{path: filepath.Join(path, name)}
	err := d.hold()
	defer d.release()
	if err != nil {
		return
	}
	for !d.removeAtMost(quickRemoval) && !stop() {
	}
}
