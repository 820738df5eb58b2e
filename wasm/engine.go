package wasm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"

	"coderuntime/assets"
	"coderuntime/assets/rewrite"
	"coderuntime/hostfuncs"
	"coderuntime/internal/memfs"
)

// wazeroVersion is part of an image's key: what one version compiled, another cannot use.
const wazeroVersion = "v1.12.0"

// wazeroBuild is the version that wazero takes itself for. In tests, which lack what it reads that from,
// it is another one, and its compilation cache is separate.
func wazeroBuild() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "github.com/tetratelabs/wazero" {
				return dep.Version
			}
		}
	}
	return "dev"
}

// ErrUnsupported is wrapped by the error of New where wazero has no compiler for the platform.
var ErrUnsupported = errors.New("wasm: wazero has no compiler for this platform: use the native backend")

// An engine is what all runtimes of a process share: the compiled interpreter, its image and the
// files that guests see. It is safe for concurrent use and lives as long as the process, because
// wazero ties compiled code to the runtime that compiled it.
type engine struct {
	wazero wazero.Runtime
	module wazero.CompiledModule
	image  *image
	tree   *memfs.Tree
}

var engines struct {
	sync.Mutex
	byKey map[string]*engine
}

// openEngine returns the engine for an artefact, making it the first time. own says that its image is to
// be this process's own.
func openEngine(ctx context.Context, artefact assets.Artefact, own bool) (*engine, error) {
	key, err := imageKey(artefact)
	if err != nil {
		return nil, err
	}
	stored := key
	if own {
		key, stored = key+" (own)", ""
	}
	engines.Lock()
	defer engines.Unlock()
	if e := engines.byKey[key]; e != nil {
		return e, nil
	}
	e, err := makeEngine(ctx, artefact, stored)
	if err != nil {
		return nil, err
	}
	if engines.byKey == nil {
		engines.byKey = map[string]*engine{}
	}
	engines.byKey[key] = e
	return e, nil
}

// imageKey names everything that an image depends on.
func imageKey(artefact assets.Artefact) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, imageFormat, wazeroVersion, wazeroBuild(), runtime.GOARCH)
	for _, output := range artefact.Info.Outputs {
		fmt.Fprintln(h, output)
	}
	if artefact.Dir != "" {
		for _, name := range []string{artefact.Module(), artefact.Stdlib()} {
			info, err := os.Stat(name)
			if err != nil {
				return "", fmt.Errorf("wasm: find the interpreter: %w", err)
			}
			fmt.Fprintln(h, name, info.Size(), info.ModTime().UnixNano())
		}
	}
	guest := assets.Guest()
	names := make([]string, 0, len(guest))
	for name := range guest {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintln(h, name, digest([]byte(guest[name])))
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}

// makeEngine makes an engine with what the cache holds: code, and the image under the given name if it has
// one. If the cache cannot be had or written, as in an empty container, everything is made in memory,
// which takes some seconds in each process.
func makeEngine(ctx context.Context, artefact assets.Artefact, key string) (*engine, error) {
	if !compilerSupported() {
		return nil, fmt.Errorf("%w: %s/%s", ErrUnsupported, runtime.GOOS, runtime.GOARCH)
	}
	if cache, err := assets.CacheDir(); err == nil {
		dir := ""
		if key != "" {
			dir = filepath.Join(cache, "image", key)
		}
		e, err := makeEngineIn(ctx, artefact, filepath.Join(cache, "wazero"), dir)
		if err == nil || !isFileError(err) {
			return e, err
		}
	}
	return makeEngineIn(ctx, artefact, "", "")
}

// isFileError reports whether the operating system refused something about a file.
func isFileError(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	return errors.As(err, &path) || errors.As(err, &link) || errors.As(err, &call)
}

// makeEngineIn makes an engine from the image in dir, which it makes if there is none. Compiled code is
// kept in a folder of its own for each module in compiled. If these have no names, all is in memory.
func makeEngineIn(ctx context.Context, artefact assets.Artefact, compiled, dir string) (*engine, error) {
	tree, err := openTree(artefact)
	if err != nil {
		return nil, err
	}
	e := &engine{tree: tree}
	if dir != "" {
		switch err := e.open(ctx, dir); {
		case err == nil:
			return e, nil
		case errors.Is(err, errDamagedImage):
			if err := os.RemoveAll(dir); err != nil {
				return nil, fmt.Errorf("wasm: remove the damaged image: %w", err)
			}
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if err := e.make(ctx, artefact, compiled, dir); err != nil {
		return nil, err
	}
	return e, nil
}

// start starts wazero with what is in a cache folder.
func (e *engine) start(ctx context.Context, cache string) error {
	config := wazero.NewRuntimeConfigCompiler().WithDebugInfoEnabled(false)
	if cache != "" {
		compilations, err := wazero.NewCompilationCacheWithDir(cache)
		if err != nil {
			return fmt.Errorf("wasm: open the compilation cache: %w", err)
		}
		config = config.WithCompilationCache(compilations)
	}
	e.wazero = wazero.NewRuntimeWithConfig(ctx, config)
	if err := hostfuncs.Instantiate(ctx, e.wazero); err != nil {
		return fmt.Errorf("wasm: register the host functions: %w", err)
	}
	return nil
}

// stop undoes start.
func (e *engine) stop(ctx context.Context) {
	if e.wazero != nil {
		e.wazero.Close(ctx)
	}
	e.wazero, e.module = nil, nil
}

// open takes image and code from dir. Its memory is checked while its code is loaded.
func (e *engine) open(ctx context.Context, dir string) error {
	img, err := openImage(dir)
	if err != nil {
		return err
	}
	checked := make(chan error, 1)
	go func() { checked <- img.checkMemory() }()
	err = e.start(ctx, filepath.Join(dir, codeName))
	if err == nil {
		e.module, err = openCode(ctx, e.wazero, dir, img)
	}
	if err := errors.Join(<-checked, err); err != nil {
		e.stop(ctx)
		img.close()
		return err
	}
	e.image = img
	img.module = nil
	return nil
}

// make boots an interpreter and keeps what it has become, in dir or, if that is empty, in memory.
func (e *engine) make(ctx context.Context, artefact assets.Artefact, compiled, dir string) (err error) {
	defer func() {
		if err != nil {
			e.stop(ctx)
		}
	}()
	whole, _, ok := artefact.Content()
	if !ok {
		if whole, err = os.ReadFile(artefact.Module()); err != nil {
			return fmt.Errorf("wasm: read the interpreter: %w", err)
		}
	}
	stripped, segments, err := rewrite.StripData(whole)
	if err != nil {
		return fmt.Errorf("wasm: prepare the interpreter: %w", err)
	}
	if compiled != "" {
		compiled = filepath.Join(compiled, digest(stripped)[:32]+"-"+wazeroBuild())
	}
	if err := e.start(ctx, compiled); err != nil {
		return err
	}
	if e.module, err = e.wazero.CompileModule(ctx, stripped); err != nil {
		return fmt.Errorf("wasm: compile the interpreter: %w", err)
	}
	inst, err := e.boot(ctx, segments)
	if err != nil {
		return err
	}
	defer inst.discard(ctx)
	if dir == "" {
		e.image, err = keepImage(inst.memory(), inst.stackPointer.Get())
		return err
	}
	err = storeImage(dir, inst.memory(), inst.stackPointer.Get(), func(draft string) ([]byte, codeFile, error) {
		return storeCode(ctx, draft, compiled, stripped)
	})
	if err != nil {
		return err
	}
	touch(compiled)
	prune(filepath.Dir(compiled), time.Now())
	prune(filepath.Dir(dir), time.Now())
	if e.image, err = openImage(dir); err != nil {
		return err
	}
	return e.image.checkMemory()
}

// openTree is the file system that every guest sees: the standard library and the guest's own code.
func openTree(artefact assets.Artefact) (*memfs.Tree, error) {
	_, archive, ok := artefact.Content()
	if !ok {
		var err error
		if archive, err = mapStdlib(artefact.Stdlib()); err != nil {
			return nil, fmt.Errorf("wasm: open the standard library: %w", err)
		}
	}
	extra := map[string][]byte{}
	for name, text := range assets.Guest() {
		extra["guest/"+name+".py"] = []byte(text)
	}
	tree, err := memfs.NewTree(archive, extra)
	if err != nil {
		return nil, fmt.Errorf("wasm: open the standard library: %w", err)
	}
	return tree, nil
}

func mapStdlib(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return mapFile(file, int(info.Size()))
}

// compilerSupported reports whether wazero compiles on this platform. Its interpreter, 10 to 80
// times slower, is never used instead.
func compilerSupported() bool {
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "netbsd", "windows", "dragonfly", "solaris":
		return runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"
	}
	return false
}
