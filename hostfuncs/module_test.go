package hostfuncs

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"coderuntime/internal/memfs"
)

// The tests call the host functions through a module made by hand: it has a memory, imports every
// function and exports one of the same name that passes its parameters on.

const (
	testPages  = 4
	memorySize = testPages << 16
)

func allFunctions() map[string][]function {
	return map[string][]function{ChannelModule: channelFunctions, WASIModule: wasiFunctions}
}

// everyFunction lists both modules in a fixed order.
func everyFunction() []function {
	return append(append([]function{}, channelFunctions...), wasiFunctions...)
}

func section(id byte, elements [][]byte) []byte {
	content := binary.AppendUvarint(nil, uint64(len(elements)))
	for _, e := range elements {
		content = append(content, e...)
	}
	return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
}

func text(s string) []byte { return append(binary.AppendUvarint(nil, uint64(len(s))), s...) }

// passingModule is the module made by hand.
func passingModule() []byte {
	var types, imports, functions, exports, code [][]byte
	count := len(everyFunction())
	for _, module := range []string{ChannelModule, WASIModule} {
		for _, f := range allFunctions()[module] {
			i := len(imports)
			typ := append(binary.AppendUvarint([]byte{0x60}, uint64(len(f.params()))), f.params()...)
			types = append(types, append(append(typ, byte(len(f.results()))), f.results()...))
			imported := append(append(text(module), text(f.name)...), 0x00)
			imports = append(imports, binary.AppendUvarint(imported, uint64(i)))
			functions = append(functions, binary.AppendUvarint(nil, uint64(i)))
			exports = append(exports, binary.AppendUvarint(append(text(f.name), 0x00), uint64(count+i)))
			body := []byte{0} // no locals
			for p := range f.params() {
				body = append(body, 0x20, byte(p)) // local.get
			}
			body = append(binary.AppendUvarint(append(body, 0x10), uint64(i)), 0x0b) // call, end
			code = append(code, append(binary.AppendUvarint(nil, uint64(len(body))), body...))
		}
	}
	exports = append(exports, append(text("memory"), 0x02, 0))
	b := []byte("\x00asm\x01\x00\x00\x00")
	b = append(b, section(1, types)...)
	b = append(b, section(2, imports)...)
	b = append(b, section(3, functions)...)
	b = append(b, section(5, [][]byte{{0x01, testPages, testPages}})...)
	b = append(b, section(7, exports)...)
	return append(b, section(10, code)...)
}

// testTree has one file besides what every tree has.
var testTree = sync.OnceValues(func() (*memfs.Tree, error) {
	return memfs.NewTree(nil, map[string][]byte{"lib/file": []byte("content")})
})

// testModule is compiled once for all tests.
var testModule = sync.OnceValues(func() (instantiate func() (api.Module, error), err error) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	if err := Instantiate(ctx, r); err != nil {
		return nil, err
	}
	compiled, err := r.CompileModule(ctx, passingModule())
	return func() (api.Module, error) {
		return r.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName(""))
	}, err
})

// A caller calls host functions as a guest does.
type caller struct {
	*Guest
	module api.Module
	memory api.Memory
	ctx    context.Context
}

// someTime is what the clocks of the tests show.
var someTime = time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC)

func newTestGuest(t testing.TB, limits Limits) *Guest {
	tree, err := testTree()
	require.NoError(t, err)
	g := NewGuest(tree, limits)
	g.Wall = func() time.Time { return someTime }
	g.Monotonic = StoppedClock
	g.Sleep = func(time.Duration) error { return nil }
	g.Reset() // takes up the clock
	return g
}

func newCaller(t testing.TB, limits Limits) *caller {
	instantiate, err := testModule()
	require.NoError(t, err)
	module, err := instantiate()
	require.NoError(t, err)
	t.Cleanup(func() { _ = module.Close(context.Background()) })
	c := &caller{Guest: newTestGuest(t, limits), module: module, memory: module.Memory()}
	c.ctx = With(context.Background(), c.Guest)
	return c
}

// try calls a function and returns its result, if it has one.
func (c *caller) try(name string, args ...uint64) (uint64, error) {
	results, err := c.module.ExportedFunction(name).Call(c.ctx, args...)
	if err != nil || len(results) == 0 {
		return 0, err
	}
	return results[0], nil
}

func (c *caller) call(t testing.TB, name string, args ...uint64) memfs.Errno {
	result, err := c.try(name, args...)
	require.NoError(t, err, "%s%v", name, args)
	return memfs.Errno(result)
}

// Where the tests put things in memory.
const (
	pathAt   = 1 << 10
	vectorAt = 2 << 10
	resultAt = 3 << 10
	bufferAt = 64 << 10
	bufferIs = 64 << 10
)

func (c *caller) put(t testing.TB, at uint32, data []byte) {
	require.True(t, c.memory.Write(at, data))
}

func (c *caller) putPath(t testing.TB, path string) (at, length uint64) {
	c.put(t, pathAt, []byte(path))
	return pathAt, uint64(len(path))
}

func (c *caller) u32(t testing.TB, at uint32) uint32 {
	v, ok := c.memory.ReadUint32Le(at)
	require.True(t, ok)
	return v
}

func (c *caller) u64(t testing.TB, at uint32) uint64 {
	v, ok := c.memory.ReadUint64Le(at)
	require.True(t, ok)
	return v
}

// vectors puts an array of iovecs, given as addresses and lengths.
func (c *caller) vectors(t testing.TB, pairs ...uint32) {
	for i, v := range pairs {
		require.True(t, c.memory.WriteUint32Le(vectorAt+uint32(i)*4, v))
	}
}

// open opens a file under /tmp for reading and writing, made if need be.
func (c *caller) open(t testing.TB, path string) uint64 {
	at, length := c.putPath(t, path)
	require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, openCreate, uint64(rightsAll), uint64(rightsAll), 0, resultAt))
	return uint64(c.u32(t, resultAt))
}

func (c *caller) write(t testing.TB, fd uint64, data string) memfs.Errno {
	c.put(t, bufferAt, []byte(data))
	c.vectors(t, bufferAt, uint32(len(data)))
	return c.call(t, "fd_write", fd, vectorAt, 1, resultAt)
}

func (c *caller) read(t testing.TB, fd uint64) (string, memfs.Errno) {
	c.vectors(t, bufferAt, bufferIs)
	errno := c.call(t, "fd_read", fd, vectorAt, 1, resultAt)
	p, ok := c.memory.Read(bufferAt, c.u32(t, resultAt))
	require.True(t, ok)
	return string(p), errno
}

func (f function) String() string { return fmt.Sprintf("%s(%s)", f.name, f.signature) }
