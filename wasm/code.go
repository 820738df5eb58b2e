package wasm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"

	"coderuntime/assets/rewrite"
)

// The code of an image is the machine code of its module, in the file that wazero's compilation cache
// would have for the hollow module: the same module with functions that only trap. So a process which
// opens the image decodes and validates a fiftieth of the module, and doesn't keep the rest in its memory.
//
// It relies on the cache being a folder with one file for each module, named for what the module and
// the compiler are. If the cache does not find its file, for whatever reason, the engine compiles the
// traps and stores them; openCode sees that, and the image is made anew.

// codeFile is where the code of an image is.
type codeFile struct {
	Name string `json:"name"` // in the image's folder
	Size int64  `json:"size"`
}

// storeCode puts the code of a module, which is in the cache in folder compiled, into a new image in dir.
// It returns the hollow module.
func storeCode(ctx context.Context, dir, compiled string, module []byte) (hollow []byte, code codeFile, err error) {
	if hollow, err = rewrite.Hollow(module); err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	cache := filepath.Join(dir, codeName)
	if err := compileInto(ctx, cache, hollow); err != nil {
		return nil, codeFile{}, err
	}
	name, _, err := onlyFile(cache)
	if err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	from, size, err := onlyFile(compiled)
	if err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	if err := os.Remove(name); err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	if err := linkOrCopy(from, name); err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	if name, err = filepath.Rel(dir, name); err != nil {
		return nil, codeFile{}, fmt.Errorf("wasm: store the code: %w", err)
	}
	return hollow, codeFile{Name: name, Size: size}, nil
}

// compileInto compiles a module for the sake of the file that it leaves in the cache.
func compileInto(ctx context.Context, cache string, module []byte) error {
	var e engine
	defer e.stop(ctx)
	if err := e.start(ctx, cache); err != nil {
		return err
	}
	if _, err := e.wazero.CompileModule(ctx, module); err != nil {
		return fmt.Errorf("wasm: compile the interpreter: %w", err)
	}
	return nil
}

// linkOrCopy gives a file, which is never written to again, a second name.
func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}

// openCode loads the code of an image in dir. The error wraps errDamagedImage if it is not what was stored.
func openCode(ctx context.Context, r wazero.Runtime, dir string, img *image) (wazero.CompiledModule, error) {
	module, err := r.CompileModule(ctx, img.module)
	if err != nil {
		return nil, fmt.Errorf("wasm: load the code: %w: %w", errDamagedImage, err)
	}
	name, size, err := onlyFile(filepath.Join(dir, codeName))
	if err != nil || name != filepath.Join(dir, img.state.Code.Name) || size != img.state.Code.Size {
		module.Close(ctx)
		return nil, fmt.Errorf("wasm: load the code: %w: it is not for this machine", errDamagedImage)
	}
	return module, nil
}

// onlyFile returns the one file below dir and its size.
func onlyFile(dir string) (name string, size int64, err error) {
	found := errors.New("there are several files in " + dir)
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if name != "" {
			return found
		}
		info, err := entry.Info()
		if err == nil {
			name, size = path, info.Size()
		}
		return err
	})
	if err == nil && name == "" {
		err = fmt.Errorf("%s: %w", dir, fs.ErrNotExist)
	}
	return name, size, err
}
