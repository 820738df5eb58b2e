package wasm

import (
	"context"
	"encoding/json"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func TestThereAreNeverMoreInstancesThanRunsAtOnceNeed(t *testing.T) {
	const atOnce = 4
	r := newTestRuntime(t, Config{Idle: 1})
	var runs sync.WaitGroup
	var mu sync.Mutex
	starts := map[string]int{}
	for range atOnce {
		runs.Go(func() {
			for range 25 {
				result, err := r.Run(t.Context(), coderuntime.Request{Program: "return 1"})
				if !assert.NoError(t, err) || !assert.Nil(t, result.Failure) {
					return
				}
				mu.Lock()
				starts[result.Stats.Start]++
				mu.Unlock()
			}
		})
	}
	runs.Wait()
	assert.LessOrEqual(t, starts[startMapped], atOnce, "%v", starts)
	assert.Equal(t, atOnce*25, starts[startMapped]+starts[startReset], "%v", starts)
}

func TestInstancesThatNoRunNeedsAreGivenBackButForThoseKept(t *testing.T) {
	r := newTestRuntime(t, Config{Idle: 1, IdleTime: time.Millisecond})
	const atOnce = 3
	var arrived, runs sync.WaitGroup
	arrived.Add(atOnce)
	meet := coderuntime.Namespace{Global: "tools", Functions: map[string]coderuntime.Function{
		"meet": func(context.Context, json.RawMessage) (json.RawMessage, error) {
			arrived.Done()
			arrived.Wait()
			return nil, nil
		},
	}}
	for range atOnce {
		runs.Go(func() {
			result, err := r.Run(t.Context(), coderuntime.Request{Program: "await tools.meet(None)", Bindings: []coderuntime.Namespace{meet}})
			assert.NoError(t, err)
			assert.Nil(t, result.Failure)
		})
	}
	runs.Wait()
	assert.Eventually(t, func() bool {
		r.pool.mu.Lock()
		defer r.pool.mu.Unlock()
		return r.pool.total == 1 && len(r.pool.idle) == 1
	}, 10*time.Second, time.Millisecond)
}

func TestARunThatIsDecidedNoLongerWaitsForAnInstanceThatIsBeingRestored(t *testing.T) {
	r := newTestRuntime(t, Config{Idle: 1})
	result, err := r.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	require.NoError(t, err)
	require.Nil(t, result.Failure)
	p := r.pool
	p.recycling.Wait()
	p.mu.Lock()
	held := pop(&p.idle) // as if it were being restored
	p.restoring++
	p.mu.Unlock()

	decided := make(chan struct{})
	close(decided)
	inst, _, err := p.take(decided)
	require.NoError(t, err)
	assert.Nil(t, inst)
	assert.Empty(t, p.waiting)

	got := make(chan *instance)
	go func() {
		inst, _, err := p.take(nil)
		assert.NoError(t, err)
		got <- inst
	}()
	require.Eventually(t, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.waiting) == 1
	}, 10*time.Second, time.Millisecond)
	p.mu.Lock()
	p.restoring--
	p.waiting[0] <- held
	p.waiting = nil
	p.mu.Unlock()
	assert.Same(t, held.inst, <-got, "the one that was waited for")
	p.mu.Lock()
	p.put(held)
	p.mu.Unlock()
}

func TestAMemoryLimitBeyond32BitsIsThatOf32Bits(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Memory: math.MaxInt64}})
	assert.Equal(t, 1, value[int](t, r, "return 1"))
}
