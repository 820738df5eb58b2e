package assets

import (
	"fmt"
	"os"
	"path/filepath"
)

// cacheEnv overrides the place of the cache.
const cacheEnv = "CODERUNTIME_CACHE"

// CacheDir returns the folder that this project keeps its files in, and makes it if it isn't there: $CODERUNTIME_CACHE, or the folder
// coderuntime in the user's cache folder ([os.UserCacheDir]). What is in it gets executed, so a folder that belongs to somebody else or
// that others may write to is refused.
func CacheDir() (string, error) {
	dir := os.Getenv(cacheEnv)
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("assets: no place for the cache: %w; set %s to a folder", err, cacheEnv)
		}
		dir = filepath.Join(base, "coderuntime")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("assets: the cache folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("assets: making the cache folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", fmt.Errorf("assets: the cache folder: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("assets: %s is to be the cache and is not a folder", dir)
	}
	if err := checkOwner(dir, info); err != nil {
		return "", err
	}
	return dir, nil
}
