package conformance

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"coderuntime"
)

// The words that the case files are written in.
const (
	exception     = coderuntime.FailureException
	timeout       = coderuntime.FailureTimeout
	abort         = coderuntime.FailureAbort
	workerExit    = coderuntime.FailureWorkerExit
	invalidOutput = coderuntime.FailureInvalidOutput
	outputLimit   = coderuntime.FailureOutputLimit

	kib = coderuntime.KiB
	mib = coderuntime.MiB

	second = time.Second
)

type (
	kinds        = []coderuntime.FailureKind
	lines        = []int
	capabilities = []coderuntime.Capability
	namespaceSet = []coderuntime.Namespace
)

// gives is a run that completes with a value and exactly these log entries.
func gives(value string, logs ...string) Want { return Want{Value: value, Logs: logs} }

// fails is a run that fails, with a message that contains each of the texts, and prints nothing.
func fails(kind coderuntime.FailureKind, contains ...string) Want {
	return Want{Failure: kind, Contains: contains}
}

// says is a run that fails with exactly this message, and prints nothing.
func says(kind coderuntime.FailureKind, message string) Want {
	return Want{Failure: kind, Message: message}
}

func logLimit(size coderuntime.ByteSize) coderuntime.Limits { return coderuntime.Limits{Log: size} }

func valueLimit(size coderuntime.ByteSize) coderuntime.Limits {
	return coderuntime.Limits{Value: size}
}

// valueLength checks the length of a value that is too long to be spelled out.
func valueLength(want int) func(Outcome) error {
	return func(o Outcome) error {
		if got := len(o.Result.Value); got != want {
			return fmt.Errorf("the value must have %d bytes, got %d", want, got)
		}
		return nil
	}
}

// cutLogs checks for logs that end with the marker for a budget, their only one.
func cutLogs(budget int) func(Outcome) error {
	return func(o Outcome) error {
		logs := o.Result.Logs
		for i, entry := range logs {
			if (entry == marker(budget)) != (i == len(logs)-1) {
				return fmt.Errorf("the logs must have one marker, at their end")
			}
		}
		if len(logs) == 0 {
			return fmt.Errorf("the logs must end with a marker")
		}
		return nil
	}
}

func sizeOf(n int) coderuntime.ByteSize { return coderuntime.ByteSize(n) }

func itoa(n int) string { return strconv.Itoa(n) }

func joined(p problems) error { return errors.Join(p...) }

// abortOnLog runs a program and ends its context with the cause once the entry is seen.
func abortOnLog(entry string, cause error) func(context.Context, coderuntime.Runtime, coderuntime.Request) (coderuntime.Result, error) {
	return func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		return rt.Run(ctx, onLog(req, entry, func() { cancel(cause) }))
	}
}

// onLog returns the request with an action for when the entry is seen.
func onLog(req coderuntime.Request, entry string, action func()) coderuntime.Request {
	record := req.OnLog
	req.OnLog = func(got string) {
		record(got)
		if got == entry {
			action()
		}
	}
	return req
}
