//go:build !unix

package native

import (
	"context"
	"errors"

	"coderuntime"
)

// A Runtime cannot be made on this platform.
type Runtime struct{ coderuntime.Runtime }

var errPlatform = errors.New("coderuntime: the native backend requires a Unix platform; use the wasm backend")

// New returns an error: the backend requires a Unix platform.
func New(Config) (*Runtime, error) { return nil, errPlatform }

// Close does nothing.
func (r *Runtime) Close(context.Context) error { return nil }
