package coderuntime

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// A Runtime runs programs, each in an environment of its own. It is safe for concurrent use.
type Runtime interface {
	// Run runs one program to its end and reports what came of it.
	//
	// Whatever the program does, Run returns a Result and a nil error. Run returns an error only
	// for misuse by the caller: bindings that break the name rules (ErrMisuse) or a runtime that
	// is closed (ErrClosed). Bindings are checked first, so bad bindings are an error even when
	// ctx is done already.
	//
	// When ctx ends, the run ends as FailureAbort with the text of context.Cause(ctx).
	// Run does not wait for host functions that are still at work when the run is decided; their
	// contexts are cancelled and what they return is dropped.
	Run(ctx context.Context, req Request) (Result, error)

	// Language is the language of the programs: "python".
	Language() string

	// Isolation names what separates a program from the host: "wasm" or "process". It is a
	// label, not a promise about security.
	Isolation() string

	// Capabilities are what programs can do on this backend and cannot on every one. What all
	// backends can do is not listed.
	Capabilities() []Capability

	// Close ends every live run as FailureAbort ("runtime disposed") and returns when nothing
	// of them is left, or with ctx's error when ctx ends first. Later calls of Run return
	// ErrClosed. Close may be called more than once.
	Close(ctx context.Context) error
}

// A Capability is something that programs can do on some backends only. A program that needs more
// than its backend has fails with an exception; it is never ignored.
type Capability string

const (
	// Threads: threading.Thread runs.
	Threads Capability = "threads"
	// Processes: programs can start processes and exec.
	Processes Capability = "processes"
	// Signals: programs can send, trap and mask signals of the operating system.
	Signals Capability = "signals"
)

// A Request is one program and what it may call. It carries no tuning: budgets are the Limits of
// the runtime.
type Request struct {
	// Program is Python source text, taken as the body of an async function: await and return
	// work at the top level, and what it returns is the value of the run.
	Program string

	// Bindings are the namespaces of host functions that the program sees as global names.
	Bindings []Namespace

	// OnLog, if set, is given each log entry as soon as it is complete, in the order of
	// Result.Logs and before Run returns. It is called by one goroutine at a time, must not
	// block for long (the program waits meanwhile) and must not call the Runtime.
	OnLog func(entry string)
}

// A Result is the outcome of one run.
type Result struct {
	// Value is what the program returned, as compact JSON text. It is nil when there is no
	// value, which is so whenever Failure is set; a program that returns None has the value null.
	Value json.RawMessage

	// Logs are the lines that the program printed, without their line ends. Output over
	// Limits.Log is cut, and the last entry then says so.
	Logs []string

	// Failure says why the program did not complete; nil when it did.
	Failure *Failure

	// Stats is what the run cost. It is never part of what two backends must agree on.
	Stats Stats
}

// Stats is what one run cost. A field that a backend cannot measure is zero.
type Stats struct {
	// Wall is the time from the call of Run to its outcome.
	Wall time.Duration `json:"wall_ns"`
	// CPU is the processor time that the program used.
	CPU time.Duration `json:"cpu_ns"`
	// PeakMemory is the most memory that the program held at once; on the wasm backend linear
	// memory, without what Limits.Memory sets aside for the stack.
	PeakMemory ByteSize `json:"peak_memory_bytes"`
	// PeakFiles is the most that the run's files held at once, as Limits.Files counts it.
	PeakFiles ByteSize `json:"peak_files_bytes"`
	// PeakHostMemory is the most that the host held for the run at once, as Limits.HostMemory
	// counts it.
	PeakHostMemory ByteSize `json:"peak_host_memory_bytes"`
	// QueueWait is the part of Wall that the run waited for an instance or a process to run in.
	QueueWait time.Duration `json:"queue_wait_ns"`
	// Fuel is the number of loop iterations that the interpreter ran, on a backend that meters them; a
	// few short ones count as one, and so do 128 bytes where a KiB of memory or more is copied or filled
	// at once. For one program with the same inputs and no waiting it is the same each time.
	Fuel int64 `json:"fuel"`
	// Calls is the number of host functions that were called.
	Calls int `json:"calls"`
	// Start says how the program's environment came to be, in a backend's own words, such as
	// "spawned" or "instantiated".
	Start string `json:"start"`
}

// FailureKind says what ended a run. The kinds exclude each other, and the first decision stands.
type FailureKind string

const (
	// FailureException: the program raised, or did not compile, or its limits could not be applied.
	FailureException FailureKind = "exception"
	// FailureTimeout: a budget of time ran out; the message says which.
	FailureTimeout FailureKind = "timeout"
	// FailureAbort: the caller's context ended or the runtime was closed.
	FailureAbort FailureKind = "abort"
	// FailureWorkerExit: what ran the program died, could not start or broke the protocol.
	FailureWorkerExit FailureKind = "worker-exit"
	// FailureInvalidOutput: the program returned something that is not lossless JSON.
	FailureInvalidOutput FailureKind = "invalid-output"
	// FailureOutputLimit: the program returned more than Limits.Value bytes.
	FailureOutputLimit FailureKind = "output-limit"
)

// A Failure says why a program did not complete. The message is meant for the author of the
// program; it names no file of the host. What the program itself had a part in is no longer than
// Limits.Value; the host's own words, such as those for a limit, are one short line.
type Failure struct {
	Kind    FailureKind `json:"kind"`
	Message string      `json:"message"`
}

// String returns "kind: message".
func (f *Failure) String() string { return string(f.Kind) + ": " + f.Message }

var (
	// ErrMisuse is wrapped by every error that Run returns because of a bad request.
	ErrMisuse = errors.New("misuse")
	// ErrClosed is returned by Run once the runtime is closed.
	ErrClosed = errors.New("coderuntime: run() after disposal")
)
