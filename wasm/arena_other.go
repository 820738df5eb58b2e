//go:build !linux

package wasm

func newArena(img *image, limit int) (*arena, error) { return newCopiedArena(img, limit), nil }

func (a *arena) restore() error {
	a.restoreCopied()
	return nil
}

func (a *arena) release() { a.space = nil }
