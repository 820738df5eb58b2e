package rewrite

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
)

// program is a module whose function "run" takes an i32 and has three more as locals. Function 2 does nothing.
func program(code ...byte) []byte {
	return assemble(
		vec(sectionType, proc, funcType(i32, noValues), funcType([]byte{typeI32, typeI32}, []byte{typeI32, typeI32})),
		tick,
		vec(sectionFunction, []byte{1}, []byte{0}),
		vec(sectionTable, []byte{typeFuncref, 0, 1}),
		vec(sectionMemory, []byte{0, 1}),
		vec(sectionExport, export("run", kindFunction, 1)),
		vec(sectionCode, fnWithLocals([]byte{1, 3, typeI32}, code...), fn()),
		custom("name", 0, 2, 1, 'm'))
}

// busy is the header of a loop whose turns may take any time, since it calls a function.
func busy(shape byte) []byte { return []byte{opLoop, shape, opCall, 2} }

// again counts a local down and branches to the label while it is not zero.
func again(local, label byte) []byte {
	return []byte{opLocalGet, local, opI32Const, 1, opI32Sub, opLocalTee, local, opBrIf, label}
}

var (
	countdown = program(slices.Concat(busy(typeEmpty), again(0, 0), []byte{opEnd})...)
	endless   = program(slices.Concat(busy(typeEmpty), []byte{opBr, 0, opEnd})...)
	spinning  = program(opLoop, typeEmpty, opBr, 0, opEnd)
)

func TestTheHeaderOfALoopWithACallTakesOneFuel(t *testing.T) {
	for _, test := range []struct {
		name    string
		module  []byte
		n       uint64
		headers int32
	}{
		{"no loop", program(opNop), 5, 0},
		{"a loop that is left at once", program(slices.Concat(busy(typeEmpty), []byte{opEnd})...), 5, 1},
		{"a loop of n iterations", countdown, 100, 100},
		{"a loop around a loop of three iterations", program(slices.Concat(
			busy(typeEmpty), []byte{opI32Const, 3, opLocalSet, 1}, busy(typeEmpty), again(1, 0), []byte{opEnd}, again(0, 0), []byte{opEnd})...), 10, 40},
		{"a continue out of an inner loop", program(slices.Concat(
			busy(typeEmpty), busy(typeEmpty), again(0, 1), []byte{opEnd, opEnd})...), 10, 20},
		{"a loop with two parameters and results", program(slices.Concat(
			[]byte{opI32Const, 1, opI32Const, 2}, busy(2), again(0, 0), []byte{opEnd, opDrop, opDrop})...), 10, 10},
		{"a loop in the branch that is taken", program(slices.Concat(
			[]byte{opLocalGet, 0, opIf, typeEmpty}, busy(typeEmpty), again(0, 0), []byte{opEnd, opElse}, busy(typeEmpty), []byte{opEnd, opEnd})...), 10, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			usesFuel(t, test.module, test.n, test.headers)
		})
	}
}

// usesFuel asserts what a module takes for n when it is metered, on both engines, and that each of it is a tick
// when there is none.
func usesFuel(t *testing.T, module []byte, n uint64, want int32) {
	metered, err := Meter(module, MeterOptions{})
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		ticks := 0
		hostTick(t, r, func(api.Module) { ticks++ })
		m, err := r.Instantiate(background, metered)
		require.NoError(t, err)
		fuel := fuelOf(t, m)
		assert.Zero(t, int32(fuel.Get()), "the fuel at the start")

		fuel.Set(api.EncodeI32(1000))
		_, err = m.ExportedFunction("run").Call(background, n)
		require.NoError(t, err)
		assert.Equal(t, 1000-want, int32(fuel.Get()))
		assert.Zero(t, ticks, "ticks while there was fuel")

		fuel.Set(0)
		_, err = m.ExportedFunction("run").Call(background, n)
		require.NoError(t, err)
		assert.Equal(t, int(want), ticks, "ticks without any fuel")
	})
}

func TestAHostThatRefillsIsCalledEveryNPlusOneHeaders(t *testing.T) {
	metered, err := Meter(countdown, MeterOptions{})
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		ticks := 0
		hostTick(t, r, func(m api.Module) {
			ticks++
			fuelOf(t, m).Set(api.EncodeI32(9))
		})
		m, err := r.Instantiate(background, metered)
		require.NoError(t, err)
		_, err = m.ExportedFunction("run").Call(background, 95)
		require.NoError(t, err)
		assert.Equal(t, 10, ticks, "headers 1, 11, … 91")
		assert.Equal(t, int32(5), int32(fuelOf(t, m).Get()), "headers 92 to 95 took four of nine")
	})
}

func TestATickThatPanicsEndsAnEndlessLoop(t *testing.T) {
	for name, loop := range map[string][]byte{"that calls a function": endless, "that calls nothing": spinning} {
		t.Run(name, func(t *testing.T) { endsByAPanic(t, loop) })
	}
}

func endsByAPanic(t *testing.T, loop []byte) {
	metered, err := Meter(loop, MeterOptions{})
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		ctx, cancel := context.WithCancelCause(background)
		reason := errors.New("the caller has had enough")
		ticks := 0
		hostTick(t, r, func(m api.Module) {
			if ticks++; ticks == 3 {
				cancel(reason)
			}
			if ctx.Err() != nil {
				panic(context.Cause(ctx))
			}
			fuelOf(t, m).Set(api.EncodeI32(1000))
		})
		m, err := r.Instantiate(background, metered)
		require.NoError(t, err)
		_, err = m.ExportedFunction("run").Call(background, 0)
		assert.ErrorIs(t, err, reason)
		assert.Equal(t, 3, ticks)
	})
}

func TestATickThatClosesTheModuleEndsAnEndlessLoop(t *testing.T) {
	metered, err := Meter(endless, MeterOptions{})
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		hostTick(t, r, func(m api.Module) {
			assert.NoError(t, m.CloseWithExitCode(background, 7))
			panic(sys.NewExitError(7))
		})
		m, err := r.Instantiate(background, metered)
		require.NoError(t, err)
		_, err = m.ExportedFunction("run").Call(background, 0)
		var exit *sys.ExitError
		require.ErrorAs(t, err, &exit)
		assert.Equal(t, uint32(7), exit.ExitCode())
		assert.True(t, m.IsClosed())
	})
}

func TestClosingTheModuleWithoutAPanicDoesNotEndALoop(t *testing.T) {
	metered, err := Meter(endless, MeterOptions{})
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		ticks, enough := 0, errors.New("enough")
		hostTick(t, r, func(m api.Module) {
			if ticks++; ticks == 5 {
				panic(enough)
			}
			assert.NoError(t, m.CloseWithExitCode(background, 7))
		})
		m, err := r.Instantiate(background, metered)
		require.NoError(t, err)
		_, err = m.ExportedFunction("run").Call(background, 0)
		assert.ErrorIs(t, err, enough)
	})
}
