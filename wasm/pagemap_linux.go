package wasm

import (
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A span is a range of offsets into a memory.
type span struct{ start, end int }

// pageRegion and scanArg are the kernel's struct page_region and struct pm_scan_arg.
// https://docs.kernel.org/admin-guide/mm/pagemap.html
type pageRegion struct{ start, end, categories uint64 }

type scanArg struct {
	size, flags, start, end, walkEnd    uint64
	vec, vecLen, maxPages               uint64
	inverted, mask, anyOf, returnedMask uint64
}

const (
	pagemapScan   = 0xc0606610 // _IOWR('f', 16, struct pm_scan_arg)
	pageIsFile    = 1 << 2
	pageIsPresent = 1 << 3
	pageIsSwapped = 1 << 4
	scanRegions   = 512
)

// pagemap is this process's page map, or nil where it cannot be opened.
var pagemap = sync.OnceValue(func() *os.File {
	file, err := os.Open("/proc/self/pagemap")
	if err != nil {
		return nil
	}
	return file
})

// changedPages finds the pages of a private file mapping that have been written to since it was
// made: those that are no longer the file's. It reports false if the kernel cannot tell (before
// Linux 6.7) or if there are more than most.
func changedPages(memory []byte, most int) ([]span, bool) {
	file := pagemap()
	if file == nil {
		return nil, false
	}
	base := uint64(uintptr(unsafe.Pointer(&memory[0])))
	var regions [scanRegions]pageRegion
	arg := scanArg{
		size:     uint64(unsafe.Sizeof(scanArg{})),
		start:    base,
		end:      base + uint64(len(memory)),
		vec:      uint64(uintptr(unsafe.Pointer(&regions[0]))),
		vecLen:   scanRegions,
		inverted: pageIsFile,
		mask:     pageIsFile,
		anyOf:    pageIsPresent | pageIsSwapped,
	}
	var spans []span
	pages := 0
	for arg.start < arg.end {
		n, _, errno := unix.Syscall(unix.SYS_IOCTL, file.Fd(), pagemapScan, uintptr(unsafe.Pointer(&arg)))
		if errno != 0 {
			return nil, false
		}
		for _, r := range regions[:n] {
			s := span{int(r.start - base), int(r.end - base)}
			spans = append(spans, s)
			pages += (s.end - s.start) / os.Getpagesize()
		}
		if pages > most {
			return nil, false
		}
		arg.start = arg.walkEnd
	}
	return spans, true
}
