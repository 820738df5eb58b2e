package wasm

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// discardPages is how many pages of the image a run may have changed for them to be written back
// one by one. More are given back to the kernel, which shows the image again: slower for the next
// run, but the memory does not stay taken.
const discardPages = 4096

// Tests change these to force the slower ways.
var (
	mostRestored = discardPages
	copyArenas   = false
)

// newArena reserves limit bytes of address space and maps the image at its beginning.
func newArena(img *image, limit int) (*arena, error) {
	if copyArenas || img != nil && img.file == nil {
		return newCopiedArena(img, limit), nil
	}
	space, err := unix.Mmap(-1, 0, limit, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errReserve, err)
	}
	a := &arena{space: space, image: img}
	if img == nil {
		return a, nil
	}
	_, err = unix.MmapPtr(int(img.file.Fd()), 0, unsafe.Pointer(&space[0]), uintptr(img.size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	if err != nil {
		a.release()
		return nil, fmt.Errorf("%w: %w", errReserve, err)
	}
	return a, nil
}

// restore makes the memory equal to the image again. What was grown beyond it is given back.
func (a *arena) restore() error {
	if a.copied {
		a.restoreCopied()
		return nil
	}
	if a.peak > a.image.size {
		if err := unix.Madvise(a.space[a.image.size:pageUp(a.peak)], unix.MADV_DONTNEED); err != nil {
			return fmt.Errorf("wasm: give grown memory back: %w", err)
		}
	}
	a.size, a.peak = a.image.size, a.image.size
	memory := a.space[:a.image.size]
	if changed, ok := changedPages(memory, mostRestored); ok {
		for _, r := range changed {
			copy(memory[r.start:r.end], a.image.memory[r.start:r.end])
		}
		return nil
	}
	if err := unix.Madvise(memory, unix.MADV_DONTNEED); err != nil {
		return fmt.Errorf("wasm: give changed memory back: %w", err)
	}
	return nil
}

func (a *arena) release() {
	if !a.copied {
		_ = unix.Munmap(a.space) // it was mapped by newArena: nothing can be wrong with it
	}
	a.space = nil
}

func pageUp(n int) int { return (n + os.Getpagesize() - 1) &^ (os.Getpagesize() - 1) }

// namelessFile returns an empty file in memory.
func namelessFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("coderuntime image", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "coderuntime image"), nil
}
