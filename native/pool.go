//go:build unix

package native

import (
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// refillPause is how long the pool waits after an interpreter has died idle or could not be
// started, so that a broken installation costs little.
const refillPause = time.Second

// Words of Stats.Start.
const (
	startSpawned    = "spawned"
	startPrestarted = "prestarted"
)

// A pool keeps interpreters started and waiting for their boot frame. It is safe for concurrent use.
type pool struct {
	spawn func(ahead bool) (*process, error)
	want  int

	mu     sync.Mutex
	idle   []*process // the oldest first: it is the readiest
	closed bool
	stop   chan struct{} // closed with the pool
	busy   sync.WaitGroup
}

// newPool returns a pool that keeps want interpreters, starting now.
func newPool(want int, spawn func(ahead bool) (*process, error)) *pool {
	p := &pool{spawn: spawn, want: want, stop: make(chan struct{})}
	for range want {
		p.refill(0)
	}
	return p
}

// take returns an interpreter, one that waits if there is any, and how it came to be.
func (p *pool) take() (*process, string, error) {
	if process := p.takeIdle(); process != nil {
		p.refill(0)
		return process, startPrestarted, nil
	}
	process, err := p.spawn(false)
	return process, startSpawned, err
}

func (p *pool) takeIdle() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.idle {
		if !process.hasExited() {
			p.remove(process)
			return process
		}
	}
	return nil
}

// refill adds one interpreter in the background after a pause.
func (p *pool) refill(pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.busy.Go(func() {
		if pause > 0 {
			timer := time.NewTimer(pause)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-p.stop:
				return
			}
		}
		process, err := p.spawn(true)
		if err != nil {
			p.refill(refillPause)
			return
		}
		if !p.add(process) {
			discard(process)
			return
		}
		go p.watch(process)
	})
}

func (p *pool) add(process *process) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.idle = append(p.idle, process)
	return true
}

// watch replaces an interpreter that dies while it waits.
func (p *pool) watch(process *process) {
	<-process.exited
	p.mu.Lock()
	waited := p.remove(process)
	if waited {
		p.busy.Go(func() { discard(process) })
	}
	p.mu.Unlock()
	if waited {
		p.refill(refillPause)
	}
}

// remove takes a process out of the pool, whose lock the caller holds. It is false if it has been
// taken out already.
func (p *pool) remove(process *process) bool {
	i := slices.Index(p.idle, process)
	if i < 0 {
		return false
	}
	p.idle = slices.Delete(p.idle, i, i+1)
	return true
}

// close ends the interpreters that wait and returns when they are gone.
func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	if !p.closed {
		p.closed = true
		close(p.stop)
	}
	p.mu.Unlock()
	for _, process := range idle {
		discard(process)
	}
	p.busy.Wait()
}

// discard ends an interpreter that no program has run in.
func discard(process *process) {
	process.group.signal(unix.SIGKILL)
	process.outlast(time.Now().Add(closeMargin))
	process.close()
	process.dir.remove()
}
