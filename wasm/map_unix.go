//go:build unix

package wasm

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile returns the file's content for reading.
func mapFile(file *os.File, size int) ([]byte, error) {
	content, err := unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", file.Name(), err)
	}
	return content, nil
}

func unmapFile(content []byte) { _ = unix.Munmap(content) } // it was mapped by mapFile
