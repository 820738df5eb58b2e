package wasm

// A copied arena is ordinary memory that the image is copied into: for systems on which the image
// cannot be mapped privately, or changed pages cannot be found. It costs a copy of the image's used
// ranges for each run.

func newCopiedArena(img *image, limit int) *arena {
	a := &arena{space: make([]byte, limit), image: img, copied: true}
	if img != nil {
		img.copyTo(a.space)
	}
	return a
}

func (a *arena) restoreCopied() {
	clear(a.space[:a.peak])
	a.image.copyTo(a.space)
	a.size, a.peak = a.image.size, a.image.size
}
