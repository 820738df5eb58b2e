package baton

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const wait = 30 * time.Second // never reached when the promise holds

// withNext returns a baton and what says that it was passed on.
func withNext(t *testing.T) (b *Baton, passed <-chan struct{}) {
	calls := make(chan struct{}, 8)
	b = &Baton{Next: func() { calls <- struct{}{} }}
	return b, calls
}

func receive(t *testing.T, from <-chan struct{}) {
	t.Helper()
	select {
	case <-from:
	case <-time.After(wait):
		require.Fail(t, "the baton is not passed on")
	}
}

func TestTheBatonIsKeptByACallThatReturnsAtOnce(t *testing.T) {
	b, passed := withNext(t)
	defer b.Drop()
	held := 0
	for range 1000 {
		if b.Call(func() {}) {
			held++
		} else { // the machine was busy for a millisecond: then it must have been passed on
			receive(t, passed)
		}
	}
	assert.Positive(t, held)
	assert.Empty(t, passed)
}

func TestTheBatonIsPassedOnOnceByACallThatTakesLong(t *testing.T) {
	b, passed := withNext(t)
	assert.False(t, b.Call(func() { receive(t, passed) }))
	assert.Empty(t, passed)
	assert.True(t, b.Call(func() {}), "and whoever has it then may call")
	b.Drop()
}

func TestTheBatonIsPassedOnByACallThatEndsItsGoroutine(t *testing.T) {
	b, passed := withNext(t)
	go b.Call(runtime.Goexit)
	receive(t, passed)
	b.Drop()
}

func TestTheBatonIsPassedOnOnceByACallThatTakesLongAndEndsItsGoroutine(t *testing.T) {
	b, passed := withNext(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Call(func() {
			receive(t, passed)
			runtime.Goexit()
		})
	}()
	<-ended
	assert.Empty(t, passed)
	b.Drop()
}

func TestTheWatchSleepsUntilACallAndEndsWithTheLastBaton(t *testing.T) {
	first, passed := withNext(t)
	letGo, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		assert.False(t, first.Call(func() { <-letGo }))
	}()
	receive(t, passed)
	// The first is passed on: there is nothing to look at.
	require.Eventually(t, watched.parked.Load, wait, time.Millisecond)
	second, alsoPassed := withNext(t)
	assert.False(t, second.Call(func() { receive(t, alsoPassed) }), "it is woken")
	close(letGo)
	<-done
	require.Eventually(t, watched.parked.Load, wait, time.Millisecond)
	first.Drop()
	second.Drop()
	require.Eventually(t, func() bool {
		watched.mu.Lock()
		defer watched.mu.Unlock()
		return !watched.working && len(watched.batons) == 0
	}, wait, time.Millisecond, "and it ends with the last")
}
