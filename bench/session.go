package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"coderuntime"
	"coderuntime/assets"
	"coderuntime/native"
	"coderuntime/wasm"
)

// The subjects of the project itself.
const (
	subjectWasm      = "wasm"
	subjectUnmetered = "unmetered" // wasm on the same module without its fuel checks, which nothing can interrupt
	subjectNative    = "native"
	subjectPrestart  = "native-prestart" // native, with interpreters that wait for a program
	subjectPython    = "python3-I"       // python3 -I, started by hand
	subjectPythonRaw = "python3-I-S"     // python3 -I -S, started by hand
)

var backends = []string{subjectWasm, subjectNative}

// maxSuspended is how many runs may be under way at once in a benchmark.
const maxSuspended = 2048

// A Config says with what to measure.
type Config struct {
	// Python is the interpreter of the native backend and of what is measured by hand; empty means
	// python3.
	Python string

	// Coderun is the path of the command. What starts a process of it cannot be measured without.
	Coderun string

	// Peers is the folder in which InstallPeers has put the peers. They cannot be measured without.
	Peers string
}

// A Session holds what the benchmarks share: runtimes and the processes of peers. Each is opened
// when it is first needed. It is safe for concurrent use, but figures are worth something only if
// one benchmark runs at a time.
type Session struct {
	config Config

	mu       sync.Mutex
	runtimes map[string]opened[coderuntime.Runtime]
	peers    map[string]*peer
	stock    opened[*stockWASI]
}

// opened is what an attempt to open something came to. A failed one is not repeated.
type opened[T any] struct {
	done  bool
	value T
	err   error
}

// NewSession makes a session. Nothing is opened yet.
func NewSession(config Config) *Session {
	return &Session{
		config:   config,
		runtimes: map[string]opened[coderuntime.Runtime]{},
		peers:    map[string]*peer{},
	}
}

// benchLimits leave room for values of a mebibyte and end what hangs.
var benchLimits = coderuntime.Limits{Wall: 2 * time.Minute, Value: 2 * coderuntime.MiB}

// Runtime returns the runtime of a subject: "wasm", "native" or "native-prestart".
func (s *Session) Runtime(ctx context.Context, subject string) (coderuntime.Runtime, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.runtimes[subject]; known.done {
		return known.value, known.err
	}
	r, err := s.open(ctx, subject, benchLimits)
	if ctx.Err() == nil {
		s.runtimes[subject] = opened[coderuntime.Runtime]{true, r, err}
	}
	return r, err
}

func (s *Session) open(ctx context.Context, subject string, limits coderuntime.Limits) (coderuntime.Runtime, error) {
	switch subject {
	case subjectWasm:
		return s.wasm(ctx, wasm.Config{Limits: limits})
	case subjectUnmetered:
		artefact, err := assets.Find()
		if err == nil {
			artefact, err = artefact.Unmetered()
		}
		if err != nil {
			return nil, err
		}
		return s.wasm(ctx, wasm.Config{Limits: limits, Artefact: artefact})
	case subjectNative, subjectPrestart:
		config := native.Config{Limits: limits, Python: s.config.Python}
		if subject == subjectPrestart {
			config.Prestart = 2 * runtime.GOMAXPROCS(0)
		}
		r, err := native.New(config)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
	return nil, fmt.Errorf("bench: there is no backend %q", subject)
}

func (s *Session) wasm(ctx context.Context, config wasm.Config) (coderuntime.Runtime, error) {
	config.MaxInstances = maxSuspended
	r, err := wasm.New(ctx, config)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// python returns the interpreter that the native backend uses, which is what a name such as python3
// stands for: not the shim of a version manager, which would be measured with it.
func (s *Session) python(ctx context.Context) (string, error) {
	r, err := s.Runtime(ctx, subjectNative)
	if err != nil {
		return "", err
	}
	return r.(*native.Runtime).Python(), nil
}

// Close ends what the session has opened.
func (s *Session) Close(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, r := range s.runtimes {
		if r.value != nil {
			errs = append(errs, r.value.Close(ctx))
		}
	}
	for _, p := range s.peers {
		errs = append(errs, p.close())
	}
	if s.stock.value != nil {
		errs = append(errs, s.stock.value.close(ctx))
	}
	clear(s.runtimes)
	clear(s.peers)
	s.stock = opened[*stockWASI]{}
	return errors.Join(errs...)
}

// run runs a program to its value.
func run(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
	result, err := rt.Run(ctx, req)
	if err == nil && result.Failure != nil {
		err = failed(result.Failure)
	}
	return result, err
}

// failed is a failure as an error of one line: the last one, which in a traceback says what went wrong.
func failed(f *coderuntime.Failure) error {
	lines := strings.Split(strings.TrimSpace(f.Message), "\n")
	return fmt.Errorf("%s: %s", f.Kind, lines[len(lines)-1])
}

// Coderun returns the path of the command that the session starts processes of.
func (s *Session) Coderun() string { return s.config.Coderun }
