package bench

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// stockWASI is the interpreter as it is published for WASI, under wazero as its documentation shows:
// compiled once, instantiated for each program. It is safe for concurrent use.
type stockWASI struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

func (s *Session) stockWASI(ctx context.Context) (*stockWASI, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stock.done {
		stock, err := openStock(ctx, s.config.Peers)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.stock = opened[*stockWASI]{true, stock, err}
	}
	return s.stock.value, s.stock.err
}

func openStock(ctx context.Context, dir string) (*stockWASI, error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(stockModule)))
	if err != nil {
		return nil, fmt.Errorf("bench: read the stock WASI build: %w", err)
	}
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "wazero"))
	if err != nil {
		return nil, fmt.Errorf("bench: open the compilation cache: %w", err)
	}
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler().WithCompilationCache(cache))
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return nil, fmt.Errorf("bench: register WASI: %w", err)
	}
	module, err := r.CompileModule(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("bench: compile the stock WASI build: %w", err)
	}
	return &stockWASI{r, module}, nil
}

// do does a task in a fresh instance.
func (s *stockWASI) do(ctx context.Context, t task) (answer, error) {
	if t.Kind == "call" {
		return answer{}, errNoCalls
	}
	var stdout, stderr bytes.Buffer
	config := wazero.NewModuleConfig().WithName("").
		WithArgs("python", "-I", "-c", t.asScript()).
		WithStdout(&stdout).WithStderr(&stderr).
		WithSysWalltime().WithSysNanotime().WithRandSource(rand.Reader)
	start := time.Now()
	instance, err := s.runtime.InstantiateModule(ctx, s.module, config)
	took := time.Since(start)
	if instance != nil {
		_ = instance.Close(ctx) // it has ended
	}
	return scriptAnswer(t, stdout.String(), stderr.String(), took, err)
}

func (s *stockWASI) close(ctx context.Context) error { return s.runtime.Close(ctx) }
