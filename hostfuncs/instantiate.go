package hostfuncs

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// The names of the modules that Instantiate makes.
const (
	ChannelModule = "hostfuncs"
	WASIModule    = "wasi_snapshot_preview1"
)

// Instantiate makes the two modules that guests import. All instances of a runtime share them: what
// a call acts on comes with its context, see With.
func Instantiate(ctx context.Context, r wazero.Runtime) error {
	if err := instantiate(ctx, r, ChannelModule, channelFunctions); err != nil {
		return err
	}
	return instantiate(ctx, r, WASIModule, wasiFunctions)
}

// A function is one function that guests can import.
type function struct {
	name      string
	signature string // a letter for each parameter: i for 32 bits, I for 64
	returns   bool   // an i32
	call      func(g *Guest, m api.Memory, stack []uint64)
}

func instantiate(ctx context.Context, r wazero.Runtime, module string, functions []function) error {
	builder := r.NewHostModuleBuilder(module)
	for _, f := range functions {
		call := f.call
		host := api.GoModuleFunc(func(ctx context.Context, m api.Module, stack []uint64) {
			call(guestOf(ctx), m.Memory(), stack)
		})
		builder.NewFunctionBuilder().WithGoModuleFunction(host, f.params(), f.results()).Export(f.name)
	}
	if _, err := builder.Instantiate(ctx); err != nil {
		return fmt.Errorf("hostfuncs: instantiating %s: %w", module, err)
	}
	return nil
}

func (f function) params() []api.ValueType {
	types := make([]api.ValueType, len(f.signature))
	for i, letter := range f.signature {
		types[i] = api.ValueTypeI32
		if letter == 'I' {
			types[i] = api.ValueTypeI64
		}
	}
	return types
}

func (f function) results() []api.ValueType {
	if !f.returns {
		return nil
	}
	return []api.ValueType{api.ValueTypeI32}
}

// wasi is a function of WASI, which all but one return an error number.
func wasi(name, signature string, call func(g *Guest, m api.Memory, p []uint64) memfs.Errno) function {
	return function{name, signature, true, func(g *Guest, m api.Memory, stack []uint64) {
		stack[0] = uint64(call(g, m, stack))
	}}
}

// wasiFunctions is all of WASI that guests can import, in the order of the specification.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#functions
var wasiFunctions = []function{
	wasi("environ_get", "ii", environGet),
	wasi("environ_sizes_get", "ii", environSizesGet),
	wasi("clock_res_get", "ii", clockResGet),
	wasi("clock_time_get", "iIi", clockTimeGet),
	wasi("fd_advise", "iIIi", fdAdvise),
	wasi("fd_close", "i", fdClose),
	wasi("fd_datasync", "i", fdSync),
	wasi("fd_fdstat_get", "ii", fdFdstatGet),
	wasi("fd_fdstat_set_flags", "ii", fdFdstatSetFlags),
	wasi("fd_filestat_get", "ii", fdFilestatGet),
	wasi("fd_filestat_set_size", "iI", fdFilestatSetSize),
	wasi("fd_filestat_set_times", "iIIi", fdFilestatSetTimes),
	wasi("fd_pread", "iiiIi", fdPread),
	wasi("fd_prestat_get", "ii", fdPrestatGet),
	wasi("fd_prestat_dir_name", "iii", fdPrestatDirName),
	wasi("fd_pwrite", "iiiIi", fdPwrite),
	wasi("fd_read", "iiii", fdRead),
	wasi("fd_readdir", "iiiIi", fdReaddir),
	wasi("fd_seek", "iIii", fdSeek),
	wasi("fd_sync", "i", fdSync),
	wasi("fd_tell", "ii", fdTell),
	wasi("fd_write", "iiii", fdWrite),
	wasi("path_create_directory", "iii", pathCreateDirectory),
	wasi("path_filestat_get", "iiiii", pathFilestatGet),
	wasi("path_filestat_set_times", "iiiiIIi", pathFilestatSetTimes),
	wasi("path_link", "iiiiiii", pathLink),
	wasi("path_open", "iiiiiIIii", pathOpen),
	wasi("path_readlink", "iiiiii", pathReadlink),
	wasi("path_remove_directory", "iii", pathRemoveDirectory),
	wasi("path_rename", "iiiiii", pathRename),
	wasi("path_symlink", "iiiii", pathSymlink),
	wasi("path_unlink_file", "iii", pathUnlinkFile),
	wasi("poll_oneoff", "iiii", pollOneoff),
	{"proc_exit", "i", false, procExit},
	wasi("sched_yield", "", schedYield),
	wasi("random_get", "ii", randomGet),
	wasi("sock_accept", "iii", noSocket),
	wasi("sock_recv", "iiiiii", noSocket),
	wasi("sock_send", "iiiii", noSocket),
	wasi("sock_shutdown", "ii", noSocket),
}
