//go:build !unix

package wasm

import (
	"io"
	"os"
)

// mapFile returns the file's content for reading.
func mapFile(file *os.File, size int) ([]byte, error) {
	content := make([]byte, size)
	if _, err := file.ReadAt(content, 0); err != nil && err != io.EOF {
		return nil, err
	}
	return content, nil
}

func unmapFile([]byte) {}
