//go:build unix && !linux

package native

import "golang.org/x/sys/unix"

// makeAccessible gives the owner every right to a directory that its mode may not let be opened.
func makeAccessible(parent int, name string) {
	unix.Fchmodat(parent, name, 0o700, unix.AT_SYMLINK_NOFOLLOW)
}
