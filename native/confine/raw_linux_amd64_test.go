package confine_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

const raw = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*args):
    if libc.syscall(*args) < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
`

// rawAttempts are system calls that Python has no functions for.
var rawAttempts = map[string]string{
	"trace a process":        raw + fmt.Sprintf("call(101, 16, %d, 0, 0)", os.Getpid()),
	"make a namespace":       raw + "call(272, 0x10000000)",
	"make one by clone":      raw + "call(56, 0x10000011, 0, 0, 0, 0)",
	"mount":                  raw + "call(165, b'none', b'.', b'tmpfs', 0, 0)",
	"use io_uring":           raw + "call(425, 1, 0)",
	"load a BPF program":     raw + "call(321, 0, 0, 0)",
	"use the 32-bit numbers": raw + "call(0x40000000 + 39)",
}

func TestCodeOfAnotherArchitectureIsRefused(t *testing.T) {
	// mov eax, 20 (getpid); int 0x80; ret
	result := run(t, newRuntime(t, 0), `
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() > 0`)
	if result.Failure == nil { // else the kernel has no such code at all
		assert.Equal(t, "false", string(result.Value))
	}
}
