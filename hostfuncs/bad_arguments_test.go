package hostfuncs

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero/sys"

	"coderuntime/internal/memfs"
)

// A goodCall is a call that succeeds, or is refused for the reason given once every argument is
// found good. pointers are the parameters that are addresses, with how many bytes are touched there;
// sizes are those that say how many, by the pointer they belong to.
type goodCall struct {
	name     string
	args     []uint64
	want     memfs.Errno
	fds      []int
	pointers map[int]uint32
	sizes    []int // lengths of paths and buffers
}

// file stands for a file under /tmp that is open, directory for /tmp itself.
const (
	file      = 1 << 40
	directory = 2 << 40
)

// goodCalls has every function that takes a pointer or a descriptor. At pathAt is "tmp/file".
var goodCalls = []goodCall{
	{name: "environ_get", args: []uint64{resultAt, resultAt}},
	{name: "environ_sizes_get", args: []uint64{resultAt, resultAt}, pointers: map[int]uint32{0: 4, 1: 4}},
	{name: "clock_res_get", args: []uint64{1, resultAt}, pointers: map[int]uint32{1: 8}},
	{name: "clock_time_get", args: []uint64{1, 0, resultAt}, pointers: map[int]uint32{2: 8}},
	{name: "fd_advise", args: []uint64{file, 0, 0, 0}, fds: []int{0}},
	{name: "fd_datasync", args: []uint64{file}, fds: []int{0}},
	{name: "fd_fdstat_get", args: []uint64{file, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 24}},
	{name: "fd_fdstat_set_flags", args: []uint64{file, 0}, fds: []int{0}},
	{name: "fd_filestat_get", args: []uint64{file, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 64}},
	{name: "fd_filestat_get", args: []uint64{fdStdout, resultAt}, pointers: map[int]uint32{1: 64}},
	{name: "fd_filestat_set_size", args: []uint64{file, 10}, fds: []int{0}},
	{name: "fd_filestat_set_times", args: []uint64{file, 1, 2, setAccess | setModified}, fds: []int{0}},
	{name: "fd_pread", args: []uint64{file, vectorAt, 1, 0, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8, 4: 4}},
	{name: "fd_prestat_get", args: []uint64{fdRoot, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8}},
	{name: "fd_prestat_dir_name", args: []uint64{fdRoot, resultAt, 1}, fds: []int{0}, pointers: map[int]uint32{1: 1}},
	{name: "fd_pwrite", args: []uint64{file, vectorAt, 1, 0, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8, 4: 4}},
	{name: "fd_read", args: []uint64{file, vectorAt, 1, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8, 3: 4}},
	{name: "fd_read", args: []uint64{fdStdin, vectorAt, 1, resultAt}, pointers: map[int]uint32{1: 8, 3: 4}},
	{name: "fd_readdir", args: []uint64{directory, bufferAt, bufferIs, 0, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: bufferIs, 4: 4}, sizes: []int{2}},
	{name: "fd_seek", args: []uint64{file, 0, 0, resultAt}, fds: []int{0}, pointers: map[int]uint32{3: 8}},
	{name: "fd_seek", args: []uint64{fdStdin, 0, 0, resultAt}, pointers: map[int]uint32{3: 8}},
	{name: "fd_sync", args: []uint64{file}, fds: []int{0}},
	{name: "fd_tell", args: []uint64{file, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8}},
	{name: "fd_write", args: []uint64{file, vectorAt, 1, resultAt}, fds: []int{0}, pointers: map[int]uint32{1: 8, 3: 4}},
	{name: "fd_write", args: []uint64{fdStdout, vectorAt, 1, resultAt}, pointers: map[int]uint32{1: 8, 3: 4}},
	{name: "path_create_directory", args: []uint64{fdRoot, pathAt, 8}, want: memfs.EEXIST, fds: []int{0}, pointers: map[int]uint32{1: 8}, sizes: []int{2}},
	{name: "path_filestat_get", args: []uint64{fdRoot, 0, pathAt, 8, resultAt}, fds: []int{0}, pointers: map[int]uint32{2: 8, 4: 64}, sizes: []int{3}},
	{name: "path_filestat_set_times", args: []uint64{fdRoot, 0, pathAt, 8, 1, 2, setModifiedNow}, fds: []int{0}, pointers: map[int]uint32{2: 8}, sizes: []int{3}},
	{name: "path_link", args: []uint64{fdRoot, 0, pathAt, 8, fdRoot, pathAt, 8}, want: memfs.EPERM, fds: []int{0, 4}, pointers: map[int]uint32{2: 8, 5: 8}, sizes: []int{3, 6}},
	{name: "path_open", args: []uint64{fdRoot, 0, pathAt, 8, 0, 0, 0, 0, resultAt}, fds: []int{0}, pointers: map[int]uint32{2: 8, 8: 4}, sizes: []int{3}},
	{name: "path_readlink", args: []uint64{fdRoot, pathAt, 8, bufferAt, bufferIs, resultAt}, want: memfs.EINVAL, fds: []int{0}, pointers: map[int]uint32{1: 8}, sizes: []int{2}},
	{name: "path_remove_directory", args: []uint64{fdRoot, pathAt, 8}, want: memfs.ENOTDIR, fds: []int{0}, pointers: map[int]uint32{1: 8}, sizes: []int{2}},
	{name: "path_rename", args: []uint64{fdRoot, pathAt, 8, fdRoot, pathAt, 8}, fds: []int{0, 3}, pointers: map[int]uint32{1: 8, 4: 8}, sizes: []int{2, 5}},
	{name: "path_symlink", args: []uint64{pathAt, 8, fdRoot, pathAt, 8}, want: memfs.EPERM, fds: []int{2}, pointers: map[int]uint32{0: 8, 3: 8}, sizes: []int{1, 4}},
	{name: "path_unlink_file", args: []uint64{fdRoot, pathAt, 3}, want: memfs.EISDIR, fds: []int{0}, pointers: map[int]uint32{1: 3}, sizes: []int{2}},
	{name: "poll_oneoff", args: []uint64{bufferAt, bufferAt + 4096, 2, resultAt}, pointers: map[int]uint32{0: 96, 1: 64, 3: 4}},
	{name: "sched_yield"},
	{name: "random_get", args: []uint64{bufferAt, bufferIs}, pointers: map[int]uint32{0: bufferIs}, sizes: []int{1}},
	{name: "sock_accept", args: []uint64{file, 0, resultAt}, want: memfs.ENOTSOCK, fds: []int{0}},
	{name: "sock_recv", args: []uint64{file, vectorAt, 1, 0, resultAt, resultAt}, want: memfs.ENOTSOCK, fds: []int{0}},
	{name: "sock_send", args: []uint64{file, vectorAt, 1, 0, resultAt}, want: memfs.ENOTSOCK, fds: []int{0}},
	{name: "sock_shutdown", args: []uint64{file, 0}, want: memfs.ENOTSOCK, fds: []int{0}},
	{name: "fd_close", args: []uint64{file}, fds: []int{0}},
}

// prepared is a caller for which the good calls are good, and their arguments.
func (g goodCall) prepared(t testing.TB) (*caller, []uint64) {
	c := newCaller(t, Limits{})
	fd := c.open(t, "tmp/file")
	require.Equal(t, memfs.OK, c.write(t, fd, "some text"))
	at, length := c.putPath(t, "tmp")
	require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, openDirectory, uint64(rightRead), 0, 0, resultAt))
	dir := uint64(c.u32(t, resultAt))
	c.putPath(t, "tmp/file")
	c.vectors(t, bufferAt, 100)
	args := append([]uint64{}, g.args...)
	for i, arg := range args {
		switch arg {
		case file:
			args[i] = fd
		case directory:
			args[i] = dir
		}
	}
	return c, args
}

func TestGoodCallsAreAnsweredAsExpected(t *testing.T) {
	covered := map[string]bool{"proc_exit": true}
	for _, good := range goodCalls {
		c, args := good.prepared(t)
		assert.Equal(t, good.want, c.call(t, good.name, args...), good.name)
		covered[good.name] = true
	}
	for _, f := range wasiFunctions {
		assert.True(t, covered[f.name], "%s has no good call", f.name)
	}
}

func TestBadDescriptorsAreRefused(t *testing.T) {
	for _, good := range goodCalls {
		for _, fd := range good.fds {
			c, args := good.prepared(t)
			for _, bad := range []uint64{6, 7, 255, 256, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
				args[fd] = bad
				assert.Equal(t, memfs.EBADF, c.call(t, good.name, args...), "%s with descriptor %d", good.name, bad)
			}
		}
	}
}

// The standard streams and the root are descriptors as well; whatever is done with them must be
// answered.
func TestEveryFunctionAnswersForEveryKindOfDescriptor(t *testing.T) {
	for _, good := range goodCalls {
		for _, fd := range good.fds {
			for kind := range uint64(6) {
				c, args := good.prepared(t)
				args[fd] = kind
				errno := c.call(t, good.name, args...)
				assert.LessOrEqual(t, errno, memfs.Errno(76), "%s with descriptor %d", good.name, kind)
			}
		}
	}
}

func TestAddressesAtTheEndOfMemoryAreRefused(t *testing.T) {
	for _, good := range goodCalls {
		for pointer, size := range good.pointers {
			c, args := good.prepared(t)
			for _, bad := range []uint64{uint64(memorySize - size + 1), memorySize - 0, memorySize + 1, 1<<31 - 1, 1 << 31, math.MaxUint32 - 7, math.MaxUint32} {
				args[pointer] = bad
				assert.Equal(t, memfs.EFAULT, c.call(t, good.name, args...), "%s with address %d", good.name, bad)
			}
		}
	}
}

func TestAddressesThatJustFitAreTaken(t *testing.T) {
	for _, good := range goodCalls {
		for pointer, size := range good.pointers {
			c, args := good.prepared(t)
			p, _ := c.memory.Read(uint32(args[pointer]), size)
			c.put(t, memorySize-size, append([]byte{}, p...))
			args[pointer] = uint64(memorySize - size)
			assert.Equal(t, good.want, c.call(t, good.name, args...), "%s, parameter %d", good.name, pointer)
		}
	}
}

func TestSizesBeyondMemoryAreRefusedBeforeAnythingIsDone(t *testing.T) {
	for _, good := range goodCalls {
		for _, size := range good.sizes {
			c, args := good.prepared(t)
			for _, bad := range []uint64{memorySize + 1, 1<<31 - 1, 1 << 31, math.MaxUint32} {
				args[size] = bad
				grown := allocated(func() {
					errno := c.call(t, good.name, args...)
					assert.Contains(t, []memfs.Errno{memfs.EFAULT, memfs.ENAMETOOLONG}, errno, "%s with size %d", good.name, bad)
				})
				assert.Less(t, grown, uint64(32<<10), "%s with size %d", good.name, bad)
			}
		}
	}
}

// Whatever the arguments, a function answers or ends the guest in the ways that are meant.
func TestNoArgumentsMakeAFunctionPanic(t *testing.T) {
	edges := []uint64{0, 1, 2, 3, 4, 5, 7, 8, 47, 48, 1023, 1024, 1025, 4095, 4096, 4097, pathAt, vectorAt, resultAt, bufferAt,
		memorySize - 8, memorySize - 4, memorySize - 1, memorySize, memorySize + 1, 1<<31 - 1, 1 << 31, math.MaxUint32 - 3, math.MaxUint32}
	wide := append(edges, 1<<32, 1<<40, 1<<62, math.MaxInt64-1, math.MaxInt64, 1<<63, math.MaxUint64-1, math.MaxUint64)
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range everyFunction() {
		c := newCaller(t, Limits{})
		c.open(t, "tmp/file")
		c.vectors(t, bufferAt, 100, memorySize-1, 2)
		for range 1000 {
			args := make([]uint64, len(f.signature))
			for i, letter := range f.signature {
				if letter == 'I' {
					args[i] = wide[random.IntN(len(wide))]
				} else {
					args[i] = edges[random.IntN(len(edges))]
				}
			}
			result, err := c.try(f.name, args...)
			requireDeliberate(t, f, args, result, err)
		}
		c.Reset()
		require.True(t, c.Pristine(), f.name)
	}
}

// requireDeliberate checks the result of a call that had any arguments.
func requireDeliberate(t testing.TB, f function, args []uint64, result uint64, err error) {
	var exit *sys.ExitError
	if f.name == "proc_exit" {
		require.True(t, errors.As(err, &exit), "%v", err)
		require.LessOrEqual(t, exit.ExitCode(), uint32(255))
		return
	}
	require.NoError(t, err, "%s%v", f.name, args)
	switch f.name {
	case "fd3_read", "fd3_write":
		require.LessOrEqual(t, int32(result), int32(maxChannelTransfer))
		require.GreaterOrEqual(t, int32(result), int32(-76))
	default:
		require.LessOrEqual(t, result, uint64(76), "%s%v", f.name, args)
	}
}
