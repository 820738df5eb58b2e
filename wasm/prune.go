package wasm

import (
	"os"
	"path/filepath"
	"time"
)

// unusedFor is how long images and compiled code stay in the cache that no process has opened. A new
// guest or artefact has new ones; nobody will ask for the old ones again.
const unusedFor = 30 * 24 * time.Hour

// touch says that something in the cache has been used. That it can't be said is no error: the cache
// may belong to somebody else.
func touch(name string) {
	now := time.Now()
	_ = os.Chtimes(name, now, now)
}

// prune removes from a folder of the cache what has not been used for long. It is called where
// something is added to it. What cannot be removed stays.
func prune(folder string, now time.Time) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > unusedFor {
			_ = os.RemoveAll(filepath.Join(folder, entry.Name()))
		}
	}
}
