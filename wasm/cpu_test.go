package wasm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// fakeClocks are a machine on which time passes when it is told to.
type fakeClocks struct {
	meter        cpuMeter
	thread, real time.Duration
	readings     int // of the thread's clock
}

func newFakeClocks() *fakeClocks {
	c := &fakeClocks{thread: time.Hour, real: 2 * time.Hour}
	c.meter = cpuMeter{
		thread: func() time.Duration { c.readings++; return c.thread },
		real:   func() time.Duration { return c.real },
	}
	return c
}

// pass lets real time pass, of which the thread works for some.
func (c *fakeClocks) pass(real, cpu time.Duration) {
	c.real += real
	c.thread += cpu
}

func TestALongStepIsChargedWhatItsThreadUsed(t *testing.T) {
	c := newFakeClocks()
	c.meter.enter(false)
	c.pass(time.Second, 300*time.Millisecond)
	assert.False(t, c.meter.over(300*time.Millisecond)) // a tick
	assert.Equal(t, 300*time.Millisecond, c.meter.total())
	c.pass(time.Second, 200*time.Millisecond)
	c.meter.leave()
	assert.Equal(t, 500*time.Millisecond, c.meter.total())
}

func TestAProgramIsOverItsLimitAtTheFirstTickAfterIt(t *testing.T) {
	const limit, tick = 10 * time.Second, 300 * time.Microsecond
	c := newFakeClocks()
	c.meter.enter(false)
	for used := tick; used <= limit; used += tick {
		c.pass(tick, tick)
		assert.False(t, c.meter.over(limit), used)
	}
	assert.Less(t, c.readings, 3, "of the thread's clock, which are dear")
	c.pass(tick, tick)
	assert.True(t, c.meter.over(limit))
}

func TestTheTimeThatAThreadWaitsDoesNotCount(t *testing.T) {
	const limit = 10 * time.Second
	c := newFakeClocks()
	c.meter.enter(false)
	for range 10 {
		c.pass(time.Hour, time.Second)
		assert.False(t, c.meter.over(limit))
	}
	c.pass(1, 1)
	assert.True(t, c.meter.over(limit))
}

func TestManyShortStepsAreChargedAllTheyUse(t *testing.T) {
	for name, sameThread := range map[string]bool{"on one thread": true, "on many threads": false} {
		t.Run(name, func(t *testing.T) {
			c := newFakeClocks()
			for range 10_000 {
				c.meter.enter(sameThread)
				c.pass(10*time.Microsecond, 10*time.Microsecond)
				c.meter.leave()
				c.pass(5*time.Microsecond, 0) // a function that uses another thread
				if !sameThread {
					c.thread += time.Hour // of another thread, as it happens to be
				}
			}
			assert.Equal(t, 100*time.Millisecond, c.meter.total())
			if sameThread {
				assert.Less(t, c.readings, 10_000/10)
			}
		})
	}
}

func TestTheTimeOfFunctionsIsNotCharged(t *testing.T) {
	for name, absence := range map[string]time.Duration{"quick ones": shortAbsence, "slow ones": 50 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			c := newFakeClocks()
			for range 10_000 {
				c.meter.enter(true)
				c.pass(10*time.Microsecond, 10*time.Microsecond)
				c.meter.leave()
				c.pass(absence, absence)
			}
			assert.Equal(t, 100*time.Millisecond, c.meter.total())
		})
	}
}

func TestAWaitIsChargedAtMostAShortStayTooMuch(t *testing.T) {
	c := newFakeClocks()
	for range 100 {
		c.meter.enter(true)
		c.pass(shortStay-1, 0) // the thread was kept from running
		c.meter.leave()
		c.pass(time.Second, 0)
	}
	assert.LessOrEqual(t, c.meter.total(), 100*shortStay)
	c = newFakeClocks()
	for range 100 {
		c.meter.enter(true)
		c.pass(10*shortStay, 0)
		c.meter.leave()
		c.pass(time.Second, 0)
	}
	assert.Zero(t, c.meter.total())
}

func TestAFunctionIsQuickIfItsAbsenceWasShort(t *testing.T) {
	c := newFakeClocks()
	c.meter.enter(false)
	assert.False(t, c.meter.quick)
	for _, absence := range []time.Duration{shortAbsence, shortAbsence + 1, 0} {
		c.meter.leave()
		c.pass(absence, 0)
		c.meter.enter(true)
		assert.Equal(t, absence <= shortAbsence, c.meter.quick)
	}
}
