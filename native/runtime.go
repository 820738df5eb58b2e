//go:build unix

package native

import (
	"context"
	"fmt"
	"sync"
	"time"

	"coderuntime"
	"coderuntime/protocol"
)

// A Runtime runs each program in an interpreter process of its own. Make one with New. It is safe
// for concurrent use.
type Runtime struct {
	config Config
	python interpreter
	pool   *pool

	mu     sync.Mutex
	closed bool
	live   map[*protocol.Session]bool
	busy   sync.WaitGroup // runs that something is left of; nothing is added once closed
	swept  chan struct{}  // closed when what killed hosts have left is gone
}

var _ coderuntime.Runtime = (*Runtime)(nil)

// New checks the configuration, finds the interpreter, and has it say its version and compile the
// Python side of the protocol, which takes tens of milliseconds. Every error is one line that says
// what is wrong and what to do.
func New(config Config) (*Runtime, error) {
	config, err := config.resolve()
	if err != nil {
		return nil, err
	}
	python, err := findInterpreter(config.Python, map[string]int64{
		"RLIMIT_NOFILE": int64(config.OpenFiles),
		"RLIMIT_FSIZE":  int64(config.FileSize),
		"RLIMIT_NPROC":  int64(config.Processes),
	})
	if err != nil {
		return nil, err
	}
	if config.Launcher != nil {
		if err := config.Launcher.Prepare(python.path); err != nil {
			return nil, fmt.Errorf("coderuntime: Config.Launcher: %w", err)
		}
	}
	r := &Runtime{config: config, python: python, live: map[*protocol.Session]bool{}, swept: make(chan struct{})}
	go func() {
		defer close(r.swept)
		sweep(config.TempDir, func() bool { return r.checkOpen() != nil })
	}()
	r.pool = newPool(config.Prestart, r.spawn)
	return r, nil
}

func (r *Runtime) spawn(ahead bool) (*process, error) { return spawn(r.python, r.config, ahead) }

// Language returns "python".
func (r *Runtime) Language() string { return "python" }

// Isolation returns "process".
func (r *Runtime) Isolation() string { return "process" }

// Capabilities returns all there are: a program has a process of its own.
func (r *Runtime) Capabilities() []coderuntime.Capability {
	return []coderuntime.Capability{coderuntime.Threads, coderuntime.Processes, coderuntime.Signals}
}

// Python returns the path of the interpreter that runs programs.
func (r *Runtime) Python() string { return r.python.path }

// Run runs one program; see coderuntime.Runtime.
//
// The result is there when the process has ended and its output has been read, at the latest
// Limits.Grace and two seconds after the outcome was decided. The private directory is removed
// before Run returns, unless other processes of the run still live or it holds very many files;
// then it is removed in the background, which Close waits for.
func (r *Runtime) Run(ctx context.Context, req coderuntime.Request) (coderuntime.Result, error) {
	if err := r.checkOpen(); err != nil {
		return coderuntime.Result{}, err
	}
	if err := coderuntime.ValidateBindings(req.Bindings); err != nil {
		return coderuntime.Result{}, err
	}
	session := protocol.NewSession(ctx, req, r.config.Limits)
	if err := r.enter(session); err != nil {
		session.Fail(coderuntime.FailureAbort, disposed)
		return coderuntime.Result{}, err
	}
	if ctx.Err() != nil || session.IsDecided() {
		<-session.Decided() // by the session itself, with the words of ctx
		defer r.leave(session)
		return session.Result(), nil
	}
	p, start, err := r.pool.take()
	if err != nil {
		defer r.leave(session)
		session.Fail(coderuntime.FailureWorkerExit, err.Error())
		return session.Result(), nil
	}
	result, survivors, grace := newRun(session, p, r.config.Limits).end()
	result.Stats.Start = start
	if survivors {
		go func() {
			defer r.leave(session)
			p.outlast(grace)
			p.close()
			p.dir.remove()
		}()
		return result, nil
	}
	p.close()
	if p.dir.removeSome() {
		r.leave(session)
		return result, nil
	}
	go func() {
		defer r.leave(session)
		p.dir.remove()
	}()
	return result, nil
}

// sweepPatience is how long Close waits for a sweep to notice.
const sweepPatience = time.Second

// disposed is the message of runs that Close ends.
const disposed = "runtime disposed"

func (r *Runtime) checkOpen() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return coderuntime.ErrClosed
	}
	return nil
}

// enter makes a session one that Close ends and waits for.
func (r *Runtime) enter(session *protocol.Session) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return coderuntime.ErrClosed
	}
	r.live[session] = true
	r.busy.Add(1)
	return nil
}

func (r *Runtime) leave(session *protocol.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.live, session)
	r.busy.Done()
}

// Close ends every live run as FailureAbort and the interpreters that wait for one. It returns when
// no process of a group and no private directory is left, or with ctx's error when ctx ends first;
// the rest is then ended in the background all the same.
func (r *Runtime) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	for session := range r.live {
		session.Fail(coderuntime.FailureAbort, disposed)
	}
	r.mu.Unlock()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		r.pool.close()
		r.busy.Wait()
		select {
		case <-r.swept:
		case <-time.After(sweepPatience): // it is in a file system that does not answer
		}
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("coderuntime: runs are still ending: %w", ctx.Err())
	}
}
