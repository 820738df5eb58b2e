package wasm

import (
	"context"
	"fmt"
	"sync"
)

// A pool hands out instances that are where the image is, and takes them back. It is safe for
// concurrent use.
type pool struct {
	engine *engine
	limit  int // bytes of linear memory an instance may have
	most   int // instances and arenas kept between runs
	turns  chan struct{}

	recycling sync.WaitGroup
	mu        sync.Mutex
	closed    bool
	ready     []*instance
	arenas    []*arena
}

// How an instance came to be, as Stats.Start says it.
const (
	startReset        = "reset"        // an instance that had run cleanly
	startInstantiated = "instantiated" // a new instance on memory that was used before
	startMapped       = "mapped"       // a new instance on new memory
)

func newPool(e *engine, limit, most, max int) *pool {
	return &pool{engine: e, limit: limit &^ (pageSize - 1), most: most, turns: make(chan struct{}, max)}
}

// acquire returns an instance and how it came to be. It waits while there are as many as there may
// be, until done is closed; then it returns nil.
func (p *pool) acquire(done <-chan struct{}) (*instance, string, error) {
	select {
	case p.turns <- struct{}{}:
	case <-done:
		return nil, "", nil
	}
	inst, start, err := p.take()
	if err != nil {
		<-p.turns
	}
	return inst, start, err
}

func (p *pool) take() (*instance, string, error) {
	p.mu.Lock()
	if n := len(p.ready); n > 0 {
		inst := p.ready[n-1]
		p.ready = p.ready[:n-1]
		p.mu.Unlock()
		return inst, startReset, nil
	}
	var a *arena
	start := startInstantiated
	if n := len(p.arenas); n > 0 {
		a = p.arenas[n-1]
		p.arenas = p.arenas[:n-1]
	}
	p.mu.Unlock()
	if a == nil {
		start = startMapped
		var err error
		if a, err = newArena(p.engine.image, p.limit); err != nil {
			return nil, "", err
		}
	}
	inst, err := p.engine.fresh(context.Background(), a)
	if err != nil {
		a.release()
		return nil, "", err
	}
	return inst, start, nil
}

// recycle takes an instance back, off the caller's path. Only one that ran cleanly and did not grow
// is used again; of any other, only the memory is, once it shows the image again.
func (p *pool) recycle(inst *instance, clean bool) {
	p.recycling.Add(1)
	go func() {
		defer p.recycling.Done()
		defer func() { <-p.turns }()
		if err := p.restore(inst, clean && !inst.arena.grown()); err != nil {
			inst.discard(context.Background())
		}
	}()
}

func (p *pool) restore(inst *instance, again bool) error {
	if !again {
		if err := inst.module.Close(context.Background()); err != nil {
			return fmt.Errorf("wasm: close an instance: %w", err)
		}
	}
	if err := inst.arena.restore(); err != nil {
		return err
	}
	if again {
		inst.reset(p.engine.image)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed || len(p.ready)+len(p.arenas) >= p.most:
		inst.discard(context.Background())
	case again:
		p.ready = append(p.ready, inst)
	default:
		p.arenas = append(p.arenas, inst.arena)
	}
	return nil
}

// close gives everything back once nothing is under way.
func (p *pool) close() {
	p.recycling.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, inst := range p.ready {
		inst.discard(context.Background())
	}
	for _, a := range p.arenas {
		a.release()
	}
	p.ready, p.arenas = nil, nil
}
