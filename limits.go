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
	// HostMemory is what the host may hold for a run beside its memory and its files: the part of a
	// frame that has come, arguments of calls that are not answered, results that the program has
	// not read, and the log. An honest program never exceeds it, because its guest waits before it
	// makes a call that would; one that forges frames ends as FailureWorkerExit. A third of it is
	// the largest frame, and so the largest argument and result of a call, up to 64 MiB. Decoding
	// may need as much again for a moment. Default 256 MiB, at least MinHostMemory, and at least
	// three times what the frames for Log and Value need.
	HostMemory ByteSize
	// Files is what the files that a run makes may hold together, in pages of 4 KiB. On the wasm
	// backend these are the files in /tmp, which the host's memory holds. On the native backend it
	// holds where the run has a /tmp of its own (see native.Config). Default 64 MiB, at most
	// MaxFiles.
	Files ByteSize
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
	MaxOutput = maxFrame - frameEnvelope
	// MinHostMemory is the smallest HostMemory: room for the calls that a guest may have open.
	MinHostMemory = 4 * MiB
	// MaxFiles is the largest Files limit.
	MaxFiles = 1024 * GiB
	// InterpreterMemory is what a Python interpreter needs before it runs anything.
	InterpreterMemory = 64 * MiB

	// maxFrame is the largest protocol frame, and frameEnvelope what one needs around its payload.
	maxFrame      = 64 * MiB
	frameEnvelope = 64 * Byte
	// framesHeld is how many of the largest frames HostMemory has room for.
	framesHeld = 3

	// unicodeExpansion bounds the memory that an output budget can cost in the interpreter:
	// three copies at once (argument, line, encoding) of four bytes a character.
	unicodeExpansion = 12
)

// DefaultLimits are the limits that the zero value stands for.
func DefaultLimits() Limits {
	return Limits{
		CPU:        60 * time.Second,
		Wall:       10 * time.Minute,
		Memory:     512 * MiB,
		Log:        64 * KiB,
		Value:      32 * KiB,
		HostMemory: 256 * MiB,
		Files:      64 * MiB,
		Grace:      3 * time.Second,
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
	refuse(l.HostMemory < MinHostMemory, "Limits.HostMemory must be at least %d, got %d", MinHostMemory, l.HostMemory)
	refuse(l.Files <= 0, "Limits.Files must be a positive number, got %d", l.Files)
	refuse(l.Files > MaxFiles, "Limits.Files must not exceed %d, got %d", MaxFiles, l.Files)
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
		refuse(output.size <= MaxOutput && output.size+frameEnvelope > l.HostMemory/framesHeld,
			"Limits.%s must fit a third of Limits.HostMemory with %d bytes to spare: at most %d, got %d",
			output.field, frameEnvelope, l.HostMemory/framesHeld-frameEnvelope, output.size)
	}
	return l, first
}

// LargestFrame is the largest protocol frame of a run with these limits, which are resolved: a third
// of HostMemory, at most 64 MiB.
func (l Limits) LargestFrame() ByteSize { return min(maxFrame, l.HostMemory/framesHeld) }

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	return Limits{
		CPU:        orDefault(l.CPU, d.CPU),
		Wall:       orDefault(l.Wall, d.Wall),
		Memory:     orDefault(l.Memory, d.Memory),
		Log:        orDefault(l.Log, d.Log),
		Value:      orDefault(l.Value, d.Value),
		HostMemory: orDefault(l.HostMemory, d.HostMemory),
		Files:      orDefault(l.Files, d.Files),
		Grace:      orDefault(l.Grace, d.Grace),
	}
}

func orDefault[T comparable](v, d T) T {
	var zero T
	if v == zero {
		return d
	}
	return v
}
