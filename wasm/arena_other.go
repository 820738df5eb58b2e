//go:build !linux

package wasm

// newArena takes limit bytes of ordinary memory and copies the image into its beginning.
func newArena(img *image, limit int) (*arena, error) {
	a := &arena{space: make([]byte, limit), image: img}
	if img != nil {
		img.copyTo(a.space)
	}
	return a, nil
}

// restore makes the memory equal to the image again.
func (a *arena) restore() error {
	clear(a.space[:a.peak])
	a.image.copyTo(a.space)
	a.size, a.peak = a.image.size, a.image.size
	return nil
}

func (a *arena) release() { a.space = nil }
