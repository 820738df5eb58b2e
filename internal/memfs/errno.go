package memfs

import "fmt"

// An Errno is an error number of WASI preview 1; zero is success.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-errno-variant
type Errno uint16

// The error numbers that this module uses.
const (
	OK           Errno = 0
	EAGAIN       Errno = 6
	EBADF        Errno = 8
	EBUSY        Errno = 10
	EEXIST       Errno = 20
	EFAULT       Errno = 21
	EFBIG        Errno = 22
	EINVAL       Errno = 28
	EIO          Errno = 29
	EISDIR       Errno = 31
	EMFILE       Errno = 33
	ENAMETOOLONG Errno = 37
	ENOENT       Errno = 44
	ENOSPC       Errno = 51
	ENOTDIR      Errno = 54
	ENOTEMPTY    Errno = 55
	ENOTSOCK     Errno = 57
	ENOTSUP      Errno = 58
	EPERM        Errno = 63
	EROFS        Errno = 69
	ESPIPE       Errno = 70
)

var errnoNames = map[Errno]string{
	OK: "OK", EAGAIN: "EAGAIN", EBADF: "EBADF", EBUSY: "EBUSY", EEXIST: "EEXIST",
	EFAULT: "EFAULT", EFBIG: "EFBIG", EINVAL: "EINVAL", EIO: "EIO", EISDIR: "EISDIR",
	EMFILE: "EMFILE", ENAMETOOLONG: "ENAMETOOLONG", ENOENT: "ENOENT", ENOSPC: "ENOSPC",
	ENOTDIR: "ENOTDIR", ENOTEMPTY: "ENOTEMPTY", ENOTSOCK: "ENOTSOCK", ENOTSUP: "ENOTSUP",
	EPERM: "EPERM", EROFS: "EROFS", ESPIPE: "ESPIPE",
}

// String returns the name, such as "ENOENT".
func (e Errno) String() string {
	if name, ok := errnoNames[e]; ok {
		return name
	}
	return fmt.Sprintf("errno %d", uint16(e))
}
