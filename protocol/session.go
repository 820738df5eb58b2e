package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"coderuntime"
)

const (
	// maxCallsInFlight is how many host functions of one run may be at work at once, and how many
	// replies may wait for the guest. An honest guest keeps itself below.
	maxCallsInFlight = 1024

	// backlogPatience is how long a call over that number waits for functions that are about to
	// return before it counts as a breach.
	backlogPatience = 100 * time.Millisecond
)

// errRunOver is the cause that functions see in their context once their run is decided.
var errRunOver = errors.New("coderuntime: the run is over")

// A Session is the host's end of one run: it takes what the guest writes, calls the bound
// functions, queues what the guest is to read, and holds the one decision about the outcome. The
// first decision stands.
//
// A backend moves bytes: it gives what comes from fd 3 to Receive and what comes from fd 1 and 2 to
// Stray, hands the frames of Next or Take to the guest, and calls Fail for what it observes itself.
// Receive must not be called by two goroutines at once; everything else is safe for concurrent use.
type Session struct {
	limits    coderuntime.Limits
	functions map[string]map[string]coderuntime.Function
	runFrame  []byte
	started   time.Time
	ctx       context.Context
	cancel    context.CancelCauseFunc
	wall      *time.Timer
	stopAbort func() bool

	reader    Reader     // belongs to Receive
	holdCalls bool       // set before the first Receive
	held      []HeldCall // belongs to Receive

	mu       sync.Mutex
	ledger   *Ledger
	nextID   float64
	inFlight int
	calls    int
	queue    [][]byte
	ready    chan struct{} // holds a token while the queue may have a frame that nobody has been told of
	returned chan struct{} // holds a token after a function has returned
	decided  chan struct{}
	value    json.RawMessage
	failure  *coderuntime.Failure
	ended    time.Duration
}

// NewSession begins a run whose bindings and limits have been checked. The boot frame is queued,
// the wall clock runs, and the end of ctx aborts the run. The caller must call Result in the end.
func NewSession(ctx context.Context, req coderuntime.Request, limits coderuntime.Limits) *Session {
	s := &Session{
		limits:    limits,
		functions: make(map[string]map[string]coderuntime.Function, len(req.Bindings)),
		runFrame:  AppendRun(nil, Run{Program: req.Program}),
		started:   time.Now(),
		ledger:    NewLedger(int(limits.Log), req.OnLog),
		ready:     make(chan struct{}, 1),
		returned:  make(chan struct{}, 1),
		decided:   make(chan struct{}),
	}
	boot := Boot{
		CPUSeconds:        int64(limits.CPU / time.Second),
		AddressSpaceBytes: int64(limits.Memory),
		MaxLogBytes:       int(limits.Log),
		MaxValueBytes:     int(limits.Value),
	}
	for _, ns := range req.Bindings {
		boot.Namespaces = append(boot.Namespaces, s.bind(ns))
	}
	s.enqueue(AppendBoot(nil, boot))
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wall = time.AfterFunc(limits.Wall, func() {
		s.Fail(coderuntime.FailureTimeout,
			fmt.Sprintf("wall-clock ceiling reached (%dms)", limits.Wall.Milliseconds()))
	})
	s.stopAbort = context.AfterFunc(ctx, func() {
		s.Fail(coderuntime.FailureAbort, CapMessage(errorText(context.Cause(ctx)), int(limits.Value)))
	})
	return s
}

// bind copies a namespace's functions, so that the caller may change its map while the program runs.
func (s *Session) bind(ns coderuntime.Namespace) Namespace {
	frame := Namespace{Global: ns.Global}
	functions := make(map[string]coderuntime.Function, len(ns.Functions))
	for name, function := range ns.Functions {
		functions[name] = function
		frame.Names = append(frame.Names, name)
	}
	slices.Sort(frame.Names)
	s.functions[ns.Global] = functions
	if ns.ErrorClass != nil {
		frame.ErrorClass = &ErrorClass{
			Name:               ns.ErrorClass.Name,
			MemberNameProperty: ns.ErrorClass.MemberNameProperty,
		}
	}
	return frame
}

// Receive takes the next bytes that the guest wrote to fd 3. Once the run is decided they are
// ignored. It may wait a moment when the guest has too many calls in flight.
func (s *Session) Receive(p []byte) {
	if s.IsDecided() {
		return
	}
	if err := s.reader.Feed(p, s.receiveFrame); err != nil {
		s.Fail(coderuntime.FailureWorkerExit, err.Error())
	}
}

func (s *Session) receiveFrame(line []byte) {
	if s.IsDecided() {
		return
	}
	frame, ok := Decode(line)
	if !ok {
		return
	}
	switch frame := frame.(type) {
	case BootAck:
		s.sendRun()
	case Log:
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.IsDecided() {
			s.ledger.Log(frame)
		}
	case Call:
		s.dispatch(frame)
	case Done:
		s.complete(frame)
	}
}

// sendRun queues the program on the first boot-ack and does nothing on a further one.
func (s *Session) sendRun() {
	s.mu.Lock()
	run := s.runFrame
	s.runFrame = nil
	s.mu.Unlock()
	if run != nil {
		s.enqueue(run)
	}
}

func (s *Session) complete(done Done) {
	maxValue := int(s.limits.Value)
	if done.Error != nil {
		kind := coderuntime.FailureKind(done.Error.Kind)
		s.Fail(kind, CapMessage(done.Error.Message, maxValue))
		return
	}
	if done.Value == nil {
		s.decide(nil, nil)
		return
	}
	value, err := MeterDone(done, maxValue)
	switch {
	case err == nil:
		s.decide(value, nil)
	case errors.Is(err, ErrTooLarge):
		s.Fail(coderuntime.FailureOutputLimit, fmt.Sprintf("completion value exceeded %d bytes", maxValue))
	default:
		s.Fail(coderuntime.FailureInvalidOutput, "completion value contained a non-lossless number")
	}
}

// Stray takes output of the program that went around its captured streams.
func (s *Session) Stray(pipe Pipe, p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ledger.Stray(pipe, p)
}

// EndStray says that a pipe is at its end, which completes its last line.
func (s *Session) EndStray(pipe Pipe) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ledger.EndStray(pipe)
}

// Fail decides the run as a failure, unless it is decided already.
func (s *Session) Fail(kind coderuntime.FailureKind, message string) {
	s.decide(nil, &coderuntime.Failure{Kind: kind, Message: message})
}

func (s *Session) decide(value json.RawMessage, failure *coderuntime.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.IsDecided() {
		return
	}
	s.value, s.failure, s.ended = value, failure, time.Since(s.started)
	s.queue = nil
	s.wall.Stop()
	s.stopAbort()
	s.cancel(errRunOver)
	close(s.decided)
}

// Decided is closed when the run is decided.
func (s *Session) Decided() <-chan struct{} { return s.decided }

// IsDecided reports whether the run is decided.
func (s *Session) IsDecided() bool {
	select {
	case <-s.decided:
		return true
	default:
		return false
	}
}

// Result is the outcome of the run. The backend calls it once, when the run is decided and no more
// stray output can come. Stats has what the session knows: Wall and Calls.
func (s *Session) Result() coderuntime.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.IsDecided() {
		panic("protocol: Result of a session that is not decided")
	}
	s.ledger.Close()
	return coderuntime.Result{
		Value:   s.value,
		Logs:    s.ledger.Entries(),
		Failure: s.failure,
		Stats:   coderuntime.Stats{Wall: s.ended, Calls: s.calls},
	}
}

// errorText is err's text, even if its Error method panics.
func errorText(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = "<unrenderable rejection value>"
		}
	}()
	return err.Error()
}
