//go:build !linux

package wasm

import (
	"errors"
	"os"
)

func newArena(img *image, limit int) (*arena, error) { return newCopiedArena(img, limit), nil }

func (a *arena) restore() error {
	a.restoreCopied()
	return nil
}

func (a *arena) release() { a.space = nil }

// namelessFile is not needed where images are copied.
func namelessFile() (*os.File, error) { return nil, errors.ErrUnsupported }
