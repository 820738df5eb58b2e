package wasm

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A pool hands out instances that are where the image is, and takes them back. It is safe for
// concurrent use.
//
// An instance that comes back is restored off the caller's path. Making one costs more than a hundred
// times as much, since all the memory it touches has to be found first. So once there are as many as
// are kept between runs, a run takes over one that still has to be restored, or waits for one that is
// being restored, and only makes another if there is neither.
type pool struct {
	engine *engine
	limit  int           // bytes of linear memory an instance may have
	keep   int           // instances kept however long they are idle
	linger time.Duration // for which further ones are
	turns  chan struct{}

	recycling sync.WaitGroup
	mu        sync.Mutex
	closed    bool
	total     int    // instances and arenas, wherever they are
	idle      []idle // ready for a run
	used      []used // to be restored
	restoring int    // being restored in the background
	waiting   []chan idle
	unneeded  int         // the fewest that were idle since trimmer was set
	trimmer   *time.Timer // set while there are more idle ones than are kept
}

// idle is an instance that is where the image is, or an arena without one that shows the image.
type idle struct {
	inst  *instance
	arena *arena
}

// used is an instance that a run has left. Only after a clean run is it used again.
type used struct {
	inst  *instance
	clean bool
}

// How an instance came to be, as Stats.Start says it.
const (
	startReset        = "reset"        // an instance that had run cleanly
	startInstantiated = "instantiated" // a new instance on memory that was used before
	startMapped       = "mapped"       // a new instance on new memory
)

// mostMemory is what 32 bits address.
const mostMemory = 1 << 32

func newPool(e *engine, limit, keep, most int, linger time.Duration) *pool {
	return &pool{engine: e, limit: min(limit, mostMemory) &^ (pageSize - 1), keep: keep, linger: linger, turns: make(chan struct{}, most)}
}

// acquire returns an instance and how it came to be. It waits while there are as many as there may
// be, until done is closed; then it returns nil.
func (p *pool) acquire(done <-chan struct{}) (*instance, string, error) {
	select {
	case p.turns <- struct{}{}:
	case <-done:
		return nil, "", nil
	}
	inst, start, err := p.take(done)
	if inst == nil {
		<-p.turns
	}
	return inst, start, err
}

func (p *pool) take(done <-chan struct{}) (*instance, string, error) {
	p.mu.Lock()
	switch {
	case len(p.idle) > 0:
		ready := pop(&p.idle)
		p.unneeded = min(p.unneeded, len(p.idle))
		p.mu.Unlock()
		return p.start(ready)
	case p.total < p.keep:
	case len(p.used) > 0:
		left := pop(&p.used)
		p.mu.Unlock()
		if ready, err := p.restore(left); err == nil {
			return p.start(ready)
		}
		p.mu.Lock()
	case p.restoring > len(p.waiting):
		turn := make(chan idle, 1)
		p.waiting = append(p.waiting, turn)
		p.mu.Unlock()
		select {
		case ready := <-turn:
			if ready != (idle{}) {
				return p.start(ready)
			}
		case <-done:
			p.leave(turn)
			return nil, "", nil
		}
		p.mu.Lock()
	}
	p.total++
	p.mu.Unlock()
	a, err := newArena(p.engine.image, p.limit)
	if err != nil {
		p.lost()
		return nil, "", err
	}
	inst, _, err := p.start(idle{arena: a})
	return inst, startMapped, err
}

// start makes of something idle an instance that can run.
func (p *pool) start(ready idle) (*instance, string, error) {
	if ready.inst != nil {
		return ready.inst, startReset, nil
	}
	inst, err := p.engine.fresh(context.Background(), ready.arena)
	if err != nil {
		ready.arena.release()
		p.lost()
		return nil, "", err
	}
	return inst, startInstantiated, nil
}

// recycle takes an instance back, off the caller's path. Only one that ran cleanly and did not grow
// is used again; of any other, only the memory is, once it shows the image again.
func (p *pool) recycle(inst *instance, clean bool) {
	p.mu.Lock()
	p.used = append(p.used, used{inst, clean && !inst.arena.grown()})
	p.mu.Unlock()
	<-p.turns
	p.recycling.Go(p.restoreNext)
}

// restoreNext restores one instance, unless a run has taken it over.
func (p *pool) restoreNext() {
	p.mu.Lock()
	if len(p.used) == 0 {
		p.mu.Unlock()
		return
	}
	left := pop(&p.used)
	p.restoring++
	p.mu.Unlock()

	ready, err := p.restore(left)

	p.mu.Lock()
	defer p.mu.Unlock()
	p.restoring--
	switch {
	case len(p.waiting) > 0:
		p.waiting[0] <- ready // nothing, after an error
		p.waiting = p.waiting[1:]
	case err == nil:
		p.put(ready)
	}
}

// restore makes an instance, or at least its arena, as the image is. What it cannot restore is gone.
func (p *pool) restore(left used) (idle, error) {
	if !left.clean {
		if err := left.inst.module.Close(context.Background()); err != nil {
			p.drop(left.inst)
			return idle{}, fmt.Errorf("wasm: close an instance: %w", err)
		}
	}
	if err := left.inst.arena.restore(); err != nil {
		p.drop(left.inst)
		return idle{}, err
	}
	if !left.clean {
		return idle{arena: left.inst.arena}, nil
	}
	left.inst.reset(p.engine.image)
	return idle{inst: left.inst}, nil
}

// leave takes back a request to be given an instance.
func (p *pool) leave(turn chan idle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, turn); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
		return
	}
	if ready := <-turn; ready != (idle{}) {
		p.put(ready)
	}
}

// put keeps something idle. The caller holds mu.
func (p *pool) put(ready idle) {
	p.idle = append(p.idle, ready)
	if len(p.idle) > p.keep && p.trimmer == nil {
		p.unneeded = len(p.idle)
		p.trimmer = time.AfterFunc(p.linger, p.trim)
	}
}

// trim gives back what no run has needed for a while, beyond what is kept.
func (p *pool) trim() {
	p.mu.Lock()
	p.trimmer = nil
	surplus := max(0, min(p.unneeded, len(p.idle)-p.keep))
	gone := slices.Clone(p.idle[:surplus]) // those that have been idle for longest
	p.idle = slices.Delete(p.idle, 0, surplus)
	p.total -= surplus
	if !p.closed && len(p.idle) > p.keep {
		p.unneeded = len(p.idle)
		p.trimmer = time.AfterFunc(p.linger, p.trim)
	}
	p.mu.Unlock()
	for _, ready := range gone {
		ready.discard()
	}
}

// discard gives it back to the system.
func (i idle) discard() {
	if i.inst != nil {
		i.inst.discard(context.Background())
	} else {
		i.arena.release()
	}
}

func (p *pool) drop(inst *instance) {
	inst.discard(context.Background())
	p.lost()
}

func (p *pool) lost() {
	p.mu.Lock()
	p.total--
	p.mu.Unlock()
}

// close gives everything back once nothing is under way.
func (p *pool) close() {
	p.recycling.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.trimmer != nil {
		p.trimmer.Stop()
	}
	for _, ready := range p.idle {
		ready.discard()
	}
	p.idle = nil
}

func pop[T any](list *[]T) T {
	n := len(*list) - 1
	last := (*list)[n]
	*list = (*list)[:n]
	return last
}
