package coderuntime

import (
	"fmt"
	"time"
)

// Limits are the budgets of one run, the same for every run of a runtime. The zero value of a field
// stands for its default; no limit can be switched off.
type Limits struct {
	// CPU is the processor time of a run, in whole seconds. Default 60s.
	CPU time.Duration
	// Wall is the time from start to outcome, waiting included. Default 10m, at most MaxWall.
	Wall time.Duration
	// Memory is what a run may hold at once: address space of the process on the native backend;
	// linear memory and the stack of compiled code on the wasm backend, which sets 96 MiB aside for
	// that stack: all that it can ever have. A limit under 480 MiB, or one that Log and Value need
	// most of, has less to spare, at least 16 MiB. A program may then be over it while it recurses:
	// by 8 MiB, or by 80 MiB if it raises the recursion limit or nests objects tens of thousands
	// deep. Default 512 MiB; it must exceed InterpreterMemory, and leave room for 12 times Log and
	// 12 times Value beyond it.
	Memory ByteSize
	// Log is the size of Result.Logs as a JSON array in UTF-8. Default 64 KiB, at least MinLog,
	// at most MaxOutput.
	Log ByteSize
	// Value is the size of Result.Value and of Failure.Message in UTF-8. Default 32 KiB, at most
	// MaxOutput.
	Value ByteSize
	// Grace is how long a process may take to end between SIGTERM and SIGKILL. Default 3s, at
	// most MaxGrace. The wasm backend has no use for it.
	Grace time.Duration
}

// Bounds that Limits are checked against.
const (
	// MaxWall is the largest wall limit, 2^31-1 milliseconds.
	MaxWall = (1<<31 - 1) * time.Millisecond
	// MaxGrace leaves two seconds for what follows the grace period.
	MaxGrace = MaxWall - 2*time.Second
	// MinLog is the smallest log budget: room for the truncation marker.
	MinLog = 64 * Byte
	// MaxOutput is the largest payload that fits in one protocol frame of 64 MiB.
	MaxOutput = 64*MiB - 64*Byte
	// InterpreterMemory is what a Python interpreter needs before it runs anything.
	InterpreterMemory = 64 * MiB

	// unicodeExpansion bounds the memory that an output budget can cost in the interpreter:
	// three copies at once (argument, line, encoding) of four bytes a character.
	unicodeExpansion = 12
)

// DefaultLimits are the limits that the zero value stands for.
func DefaultLimits() Limits {
	return Limits{
		CPU:    60 * time.Second,
		Wall:   10 * time.Minute,
		Memory: 512 * MiB,
		Log:    64 * KiB,
		Value:  32 * KiB,
		Grace:  3 * time.Second,
	}
}

// Resolve returns the limits with every zero field replaced by its default, or an error that names
// a field that is out of bounds. Backends call it when a runtime is made, never in Run.
func (l Limits) Resolve() (Limits, error) {
	l = l.withDefaults()
	var first error
	refuse := func(bad bool, format string, args ...any) {
		if bad && first == nil {
			first = fmt.Errorf("coderuntime: "+format, args...)
		}
	}
	refuse(l.CPU <= 0, "Limits.CPU must be a positive number, got %v", l.CPU)
	refuse(l.CPU%time.Second != 0, "Limits.CPU must be a positive integer of seconds, got %v", l.CPU)
	refuse(l.Wall <= 0, "Limits.Wall must be a positive number, got %v", l.Wall)
	refuse(l.Wall > MaxWall, "Limits.Wall must not exceed %d ms, got %v", MaxWall.Milliseconds(), l.Wall)
	refuse(l.Grace <= 0, "Limits.Grace must be a positive number, got %v", l.Grace)
	refuse(l.Grace > MaxGrace, "Limits.Grace must not exceed %d ms, got %v", MaxGrace.Milliseconds(), l.Grace)
	refuse(l.Memory <= 0, "Limits.Memory must be a positive number, got %d", l.Memory)
	refuse(l.Memory > 0 && l.Memory <= InterpreterMemory,
		"Limits.Memory must exceed the %d-byte interpreter baseline, got %d", InterpreterMemory, l.Memory)
	refuse(l.Log > 0 && l.Log < MinLog, "Limits.Log must be at least %d, got %d", MinLog, l.Log)
	for _, output := range []struct {
		field string
		size  ByteSize
	}{{"Log", l.Log}, {"Value", l.Value}} {
		refuse(output.size <= 0, "Limits.%s must be a positive integer, got %d", output.field, output.size)
		refuse(output.size > MaxOutput, "Limits.%s must not exceed %d, got %d", output.field, MaxOutput, output.size)
		room := l.Memory - InterpreterMemory
		refuse(l.Memory > InterpreterMemory && output.size <= MaxOutput && output.size*unicodeExpansion >= room,
			"Limits.%s times the %dx worst-case Unicode expansion must fit Limits.Memory less the interpreter baseline: at most %d, got %d",
			output.field, unicodeExpansion, (room-1)/unicodeExpansion, output.size)
	}
	return l, first
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	return Limits{
		CPU:    orDefault(l.CPU, d.CPU),
		Wall:   orDefault(l.Wall, d.Wall),
		Memory: orDefault(l.Memory, d.Memory),
		Log:    orDefault(l.Log, d.Log),
		Value:  orDefault(l.Value, d.Value),
		Grace:  orDefault(l.Grace, d.Grace),
	}
}

func orDefault[T comparable](v, d T) T {
	var zero T
	if v == zero {
		return d
	}
	return v
}
