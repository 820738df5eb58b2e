package protocol

import (
	"fmt"
	"time"

	"coderuntime"
)

// dispatch starts the function that a call frame names, in a goroutine of its own. Only the next
// id in sequence is taken; a frame with any other is dropped.
func (s *Session) dispatch(call Call) {
	s.mu.Lock()
	if call.ID != s.nextID {
		s.mu.Unlock()
		return
	}
	s.nextID++
	function := s.functions[call.Global][call.Name]
	if function != nil {
		s.inFlight++
		s.calls++
	}
	s.mu.Unlock()
	if function == nil {
		message := CapMessage(UnknownBinding(call.Global, call.Name), int(s.limits.Value))
		s.reply(AppendReply(nil, Reply{ID: call.ID, Message: message}))
		s.Wake()
		return
	}
	if s.holdCalls {
		s.held = append(s.held, HeldCall{function, call})
	} else {
		go s.serveAndWake(HeldCall{function, call})
	}
	s.awaitRoom()
}

// A HeldCall is a call whose function has not been started.
type HeldCall struct {
	function coderuntime.Function
	call     Call
}

// HoldCalls makes Receive hold calls back until StartCalls is called, or TakeOnlyCall and Serve: on the
// goroutine that calls Receive, so that nobody is woken up for a call or its answer. The backend must call
// StartCalls often enough, from that goroutine.
func (s *Session) HoldCalls() { s.holdCalls = true }

// StartCalls starts the functions of the calls that were held back.
func (s *Session) StartCalls() {
	for _, held := range s.held {
		go s.serveAndWake(held)
	}
	clear(s.held)
	s.held = s.held[:0]
}

// TakeOnlyCall takes the call that is held back, if there is one and no other is under way or has its answer
// queued, so that the guest has hardly anything else to wait for. It is for Serve. Only the goroutine that calls Receive may
// take it.
func (s *Session) TakeOnlyCall() (call HeldCall, ok bool) {
	if len(s.held) != 1 {
		return HeldCall{}, false
	}
	s.mu.Lock()
	only := s.inFlight == 1 && len(s.queue) == 0
	s.mu.Unlock()
	if !only {
		return HeldCall{}, false
	}
	call = s.held[0]
	s.held[0] = HeldCall{}
	s.held = s.held[:0]
	return call, true
}

// Serve calls a function on this goroutine and queues the answer to its call, but wakes nobody up: the
// caller takes the answer, or calls Wake. A function may end the goroutine; the call is answered even so.
// Meanwhile another goroutine may take the place of the one that calls Receive.
func (s *Session) Serve(call HeldCall) { s.serve(call.function, call.call) }

// Wake has Next and Ready look at what Serve has queued.
func (s *Session) Wake() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

func (s *Session) serveAndWake(call HeldCall) {
	defer s.Wake()
	s.Serve(call)
}

// awaitRoom lets functions return that are about to, and ends the run if too many do not.
func (s *Session) awaitRoom() {
	var patience <-chan time.Time
	for {
		s.mu.Lock()
		over := s.inFlight > maxCallsInFlight
		s.mu.Unlock()
		if !over {
			return
		}
		s.StartCalls()
		if patience == nil {
			timer := time.NewTimer(backlogPatience)
			defer timer.Stop()
			patience = timer.C
		}
		select {
		case <-s.returned:
		case <-s.decided:
			return
		case <-patience:
			s.Fail(coderuntime.FailureWorkerExit, fmt.Sprintf(
				"call backlog exceeded %d in-flight binding calls (a binding never settled)", maxCallsInFlight))
			return
		}
	}
}

// serve calls a function and answers the call, even if the function panics or ends its goroutine.
func (s *Session) serve(function coderuntime.Function, call Call) {
	var value []byte
	var err error = textError("binding did not return")
	defer func() {
		if p := recover(); p != nil {
			err = textError(fmt.Sprintf("binding panicked: %v", p))
		}
		s.answer(call, value, err)
	}()
	value, err = function(s.ctx, call.Args)
}

// answer queues the reply to a call. What comes after the decision is dropped before anything is
// spent on it.
func (s *Session) answer(call Call, value []byte, err error) {
	if s.ctx.Err() != nil {
		return // decided, or about to be: the caller's context has ended
	}
	var frame []byte
	if err == nil {
		if frame, err = AppendValueReply(nil, call.ID, value); err != nil {
			err = errNotLosslessReply
		}
	}
	if err != nil {
		frame = AppendReply(nil, Reply{ID: call.ID, Message: errorText(err)})
	}
	s.mu.Lock()
	s.inFlight--
	s.mu.Unlock()
	s.reply(frame)
	select {
	case s.returned <- struct{}{}:
	default:
	}
}

// textError is an error whose text is a reply to the program.
type textError string

func (e textError) Error() string { return string(e) }

const errNotLosslessReply textError = "binding resolution must be lossless JSON"

// reply queues a reply, or ends the run if the guest has stopped reading them.
func (s *Session) reply(frame []byte) {
	s.mu.Lock()
	over := len(s.queue) >= maxCallsInFlight
	if !over && !s.IsDecided() {
		s.queue = append(s.queue, frame)
	}
	s.mu.Unlock()
	if over {
		s.Fail(coderuntime.FailureWorkerExit, fmt.Sprintf(
			"reply queue exceeded %d pending frames on fd %d (the child stopped consuming its replies)",
			maxCallsInFlight, FD))
	}
}

// enqueue queues a frame of the session itself, which is not counted.
func (s *Session) enqueue(frame []byte) {
	s.mu.Lock()
	if !s.IsDecided() {
		s.queue = append(s.queue, frame)
	}
	s.mu.Unlock()
	s.Wake()
}

// Take returns the next frame for the guest, its newline included, or nil if there is none now.
func (s *Session) Take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return nil
	}
	frame := s.queue[0]
	s.queue[0] = nil
	s.queue = s.queue[1:]
	return frame
}

// Next waits for the next frame for the guest. It returns nil once the run is decided.
func (s *Session) Next() []byte {
	for {
		if frame := s.Take(); frame != nil {
			return frame
		}
		select {
		case <-s.ready:
		case <-s.decided:
			return nil
		}
	}
}

// Ready has a token when frames have been queued, but for those of Serve, since the last one was taken from it.
// It is how a backend that uses Take waits.
func (s *Session) Ready() <-chan struct{} { return s.ready }
