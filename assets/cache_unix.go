//go:build unix

package assets

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

func checkOwner(dir string, info fs.FileInfo) error {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("assets: the cache folder %s belongs to another user (uid %d): set %s to a folder of your own", dir, stat.Uid, cacheEnv)
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("assets: others may write to the cache folder %s (mode %04o): chmod go-w %s", dir, mode, dir)
	}
	return nil
}
