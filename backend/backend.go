// Package backend chooses between the backends for a caller that leaves the choice open, and says
// what it chose and why.
package backend

import (
	"context"
	"errors"
	"fmt"

	"coderuntime"
	"coderuntime/assets"
	"coderuntime/native"
	"coderuntime/wasm"
)

// A Name names a backend.
type Name string

const (
	// Wasm is CPython compiled to WebAssembly, inside the host process.
	Wasm Name = "wasm"
	// Native is a python3 process for each run. It contains resources, not authority: a program can
	// read the files and use the network of the user it runs as.
	Native Name = "native"
	// Auto is Wasm where it works, otherwise Native if Options.AllowNative is set.
	Auto Name = "auto"
)

// Options say which backend is wanted and what it is made of.
type Options struct {
	// Backend is the one wanted; empty means Auto.
	Backend Name
	// AllowNative lets Auto fall back to Native. Without it programs never run outside the sandbox
	// unless Native is asked for by name.
	AllowNative bool
	// Limits are the budgets of each run.
	Limits coderuntime.Limits
	// Python is the interpreter of the native backend; empty means python3.
	Python string
}

// A Choice is what was chosen, and why.
type Choice struct {
	Backend Name
	Reason  string
}

// Open makes a runtime. The error says in one line what is missing and what to do about it.
func Open(ctx context.Context, o Options) (coderuntime.Runtime, Choice, error) {
	switch o.Backend {
	case Wasm:
		r, err := wasm.New(ctx, wasm.Config{Limits: o.Limits})
		return orNil(r, err), Choice{Wasm, "asked for by name"}, err
	case Native:
		r, err := native.New(native.Config{Limits: o.Limits, Python: o.Python})
		return orNil(r, err), Choice{Native, "asked for by name"}, err
	case Auto, "":
		return auto(ctx, o)
	}
	return nil, Choice{}, fmt.Errorf("unknown backend %q: use wasm, native or auto", o.Backend)
}

func auto(ctx context.Context, o Options) (coderuntime.Runtime, Choice, error) {
	r, err := wasm.New(ctx, wasm.Config{Limits: o.Limits})
	if err == nil {
		return r, Choice{Wasm, "its interpreter is built and this platform can compile it"}, nil
	}
	unavailable := errors.Is(err, assets.ErrNotBuilt) || errors.Is(err, wasm.ErrUnsupported)
	if !unavailable {
		return nil, Choice{}, err
	}
	if !o.AllowNative {
		return nil, Choice{}, fmt.Errorf("%w (or allow the native backend, which isolates less)", err)
	}
	n, nativeErr := native.New(native.Config{Limits: o.Limits, Python: o.Python})
	if nativeErr != nil {
		return nil, Choice{}, nativeErr
	}
	return n, Choice{Native, err.Error()}, nil
}

// orNil keeps a nil pointer from becoming a runtime that is not nil.
func orNil[R interface {
	comparable
	coderuntime.Runtime
}](r R, err error) coderuntime.Runtime {
	if err != nil {
		return nil
	}
	return r
}
