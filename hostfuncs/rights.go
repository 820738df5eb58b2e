package hostfuncs

import "coderuntime/internal/memfs"

// rights are the rights of WASI preview 1. The libc asks for them to answer fcntl, access and
// isatty, and tells with them for what it opens a file.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-rights-flags-u64
type rights uint64

const (
	rightDatasync rights = 1 << 0
	rightRead     rights = 1 << 1
	rightSeek     rights = 1 << 2
	rightTell     rights = 1 << 5
	rightWrite    rights = 1 << 6
	rightAllocate rights = 1 << 8
	rightReaddir  rights = 1 << 14
	rightSetSize  rights = 1 << 22
	rightPoll     rights = 1 << 27

	rightsAll rights = 1<<29 - 1

	rightsReading = rightRead | rightReaddir
	rightsWriting = rightDatasync | rightWrite | rightAllocate | rightSetSize

	rightsDirectory = rightsAll &^ (rightSeek | rightTell | rightsWriting)
	// A character device that can be seeked is no terminal.
	rightsNull   = rightRead | rightSeek | rightTell | rightPoll
	rightsOutput = rightWrite | rightPoll
)

// access is what rights say that a file is opened for.
func (r rights) access() memfs.Flags {
	var flags memfs.Flags
	if r&rightRead != 0 {
		flags |= memfs.Read
	}
	if r&rightWrite != 0 {
		flags |= memfs.Write
	}
	return flags
}
