// Package conformance is the contract of a backend as a suite of cases: programs, and what must come
// of them. Every backend runs the same text and must give the same outcome.
//
// In a test of a backend:
//
//	func TestItKeepsTheContract(t *testing.T) {
//		conformance.Test(t, func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
//			return mybackend.New(mybackend.Config{Limits: limits})
//		})
//	}
//
// Outside of one, [Run] gives a [Report] for each case. A case that needs a [coderuntime.Capability]
// which the backend doesn't declare is reported as not applicable, never left out; a backend that
// declares it must pass.
package conformance

import (
	"context"
	"slices"
	"strings"
	"time"

	"coderuntime"
)

// A Case is one promise: a program, and what must come of it on every backend.
type Case struct {
	// Name is the promise, as a sentence. It is unique.
	Name string

	// Lines are the numbers of the lines of the behaviour reference that the case states.
	Lines []int

	// Program is the text that is run.
	Program string

	// Bindings are the namespaces of the request. Nil stands for the stock namespace, Tools().
	// The suite wraps each function to record its calls.
	Bindings []coderuntime.Namespace

	// Limits are those of the runtime. A zero Wall stands for DefaultWall.
	Limits coderuntime.Limits

	// Needs are the capabilities without which the case is not applicable.
	Needs []coderuntime.Capability

	// Want is what must come of it.
	Want Want

	// Drive, if set, stands in the place of rt.Run(ctx, req), for a case that has to act while
	// the program runs. If it sets req.OnLog it must call the one that was there.
	Drive func(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error)

	// Closes says that Drive closes the runtime, so that no other case may use it.
	Closes bool
}

// DefaultWall is the wall limit of a case that doesn't set one: the suite is not to wait for the ten
// minutes that a run has by default.
const DefaultWall = time.Minute

// AnyValue as Want.Value stands for a value that is there, whatever it is.
const AnyValue = "*"

// Want is the outcome that a case demands. What holds for every run is checked besides: a value and a
// failure exclude each other, both keep their budgets, the logs keep theirs and are what OnLog was
// given, and no message names a file of the guest.
type Want struct {
	// Value is the exact text of the value. Empty stands for no value, "null" for null, and
	// AnyValue for one that only Check looks at.
	Value string

	// Logs are the exact entries. Nil stands for none.
	Logs []string

	// AnyLogs says that only Check looks at the logs.
	AnyLogs bool

	// Failure, if set, is the kind of failure there must be. Without it there must be none.
	Failure coderuntime.FailureKind

	// OrFailure are further kinds that will do, where it is a race which decision is the first.
	OrFailure []coderuntime.FailureKind

	// Message, if set, is the exact message of the failure.
	Message string

	// Contains and Omits are texts that the message of the failure must and must not contain.
	Contains, Omits []string

	// Calls, unless nil, are all calls that must have reached the host, in any order, each spelled
	// as in `tools.add {"a":1}`. Empty stands for none.
	Calls []string

	// Misuse, if set, is a text in the error that Run must return, one that wraps ErrMisuse.
	Misuse string

	// Refusal, if set, is a text in the error with which these limits must be refused.
	Refusal string

	// Within, if set, is how long Run may take. It is wide: what it tells apart is ended and hung.
	Within time.Duration

	// Check, if set, looks at what the other fields cannot say.
	Check func(Outcome) error
}

// An Outcome is what came of a case's program.
type Outcome struct {
	Result coderuntime.Result
	// Calls are the calls that reached the host, in the order in which they did.
	Calls []string
	// Elapsed is how long Run took.
	Elapsed time.Duration
}

// NewRuntime makes a runtime of the backend under test, or returns the error with which it refuses
// the limits.
type NewRuntime func(limits coderuntime.Limits) (coderuntime.Runtime, error)

// Cases returns all cases in the order of the table, grouped by subject.
func Cases() []Case {
	cases := slices.Concat(
		programs(), badPrograms(), values(), valueLimits(), floats(),
		logs(), logLimits(), openLogs(), streams(), stray(),
		calls(), callLimits(), functions(), meanwhile(), namespaces(),
		misuse(), diagnostics(), rebinding(), limits(), refusedLimits(), lifecycle(), processes(), threads(),
		wire(), wireLogs(), wireCaps(), remaining(), users(), fidelity(),
	)
	for i := range cases {
		cases[i].Program = dedent(cases[i].Program)
	}
	return cases
}

// dedent takes the indentation of the first line off every line, and the line ends around the text,
// so that programs can stand indented in Go source. Text that doesn't begin with a line end is left.
func dedent(text string) string {
	body, ok := strings.CutPrefix(text, "\n")
	if !ok {
		return text
	}
	indent := body[:len(body)-len(strings.TrimLeft(body, "\t"))]
	lines := strings.Split(strings.TrimRight(body, "\t\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, indent)
	}
	return strings.Join(lines, "\n")
}
