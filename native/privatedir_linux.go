package native

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// makeAccessible gives the owner every right to a directory that its mode may not let be opened. A
// descriptor that stands for the place alone needs no right, and a mode can be set through it.
func makeAccessible(parent int, name string) {
	fd, err := unix.Openat(parent, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	os.Chmod("/proc/self/fd/"+strconv.Itoa(fd), 0o700)
}
