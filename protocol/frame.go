package protocol

import "encoding/json"

// Boot is the first frame the host writes: the limits the guest applies to
// itself and the names it offers to the program.
type Boot struct {
	CPUSeconds        int64 // CPU time budget, seconds
	AddressSpaceBytes int64 // memory budget, bytes
	MaxLogBytes       int   // budget of the log ledger, bytes of JSON text
	MaxValueBytes     int   // budget of the completion value, bytes of JSON text
	Namespaces        []Namespace
}

// Namespace declares one program global and the functions it carries.
type Namespace struct {
	Global     string
	Names      []string
	ErrorClass *ErrorClass // nil: rejected calls raise RuntimeError
}

// ErrorClass declares the exception a namespace raises for a rejected call.
type ErrorClass struct {
	Name               string
	MemberNameProperty string // attribute that holds the name of the function
}

// Run hands the program to a booted guest.
type Run struct {
	Program string
}

// Reply settles one call, with a value or with an error message.
type Reply struct {
	ID float64 // the ID of the call it answers
	OK bool
	// Value is the result if OK. It is written as it stands and must be text
	// that [Canonical] made; nil is null.
	Value   json.RawMessage
	Message string // why the call was rejected, if not OK
}

// Frame is a frame that a guest sent: [BootAck], [Call], [Log] or [Done].
type Frame interface{ guestFrame() }

// BootAck reports that the guest has applied its limits and waits for [Run].
type BootAck struct{}

// Call asks the host to call one of the bound functions.
type Call struct {
	// ID is finite and not negative zero, nothing more: a forged one may be
	// fractional, negative or out of sequence.
	ID     float64
	Global string
	Name   string
	Args   json.RawMessage // canonical JSON text, never nil
}

// Log carries captured output.
type Log struct {
	Text      string // one line without its newline, or a part of one
	Truncated bool   // the guest's ledger is used up; Text means nothing
	Open      bool   // the line goes on in the next Log frame
}

// Done ends the program. The first one counts. If Error is set Value means
// nothing.
type Done struct {
	// Value is the completion value as the guest spelled it, not yet metered
	// (see [MeterDone]), or nil if there is none. It aliases the line given to
	// [Decode] and is valid only as long as that line is.
	Value json.RawMessage
	Error *DoneError
}

// DoneError says how the program failed, in the guest's words.
type DoneError struct {
	Kind    string // exception, timeout, invalid-output or output-limit
	Message string // of any length; see [CapMessage]
}

func (BootAck) guestFrame() {}
func (Call) guestFrame()    {}
func (Log) guestFrame()     {}
func (Done) guestFrame()    {}
