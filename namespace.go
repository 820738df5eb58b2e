package coderuntime

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// A Namespace is a set of host functions that a program sees under one global name: with Global
// "tools" and a function "add", the program says await tools.add({...}) or await tools["add"]({...}).
type Namespace struct {
	// Global is the name that the program sees. See ValidateBindings for the rules.
	Global string

	// Functions are the host functions by name. A name may be any valid UTF-8 text.
	Functions map[string]Function

	// ErrorClass, if set, declares the exception that a failed call raises. Without it a failed
	// call raises RuntimeError.
	ErrorClass *ErrorClass
}

// An ErrorClass declares an exception class, which the program sees as a global name too.
type ErrorClass struct {
	// Name is the name of the class.
	Name string
	// MemberNameProperty is the attribute that holds the name of the function that failed.
	MemberNameProperty string
}

// A Function is a host function. It gets the argument of the call as compact JSON text and returns
// its result as JSON text, both lossless: no number that a double cannot hold exactly, no negative
// zero. A nil result is null. An error fails the call in the program with the error's text.
//
// Functions are called concurrently, so they must be safe for that, and one goroutine may call several, one after
// the other: a function must undo what it does to its goroutine, like runtime.LockOSThread. The context
// ends when the run is decided; a result that comes later is dropped. The program is hostile: treat
// args as untrusted input. A panic fails the call like an error.
type Function func(ctx context.Context, args json.RawMessage) (json.RawMessage, error)

// Typed makes a Function of a Go function whose argument and result are encoded by encoding/json.
// An argument that does not fit A fails the call with the decoder's words; unknown fields are refused.
// With json.RawMessage for A or R the text passes as it is, without the limits of encoding/json.
func Typed[A, R any](f func(ctx context.Context, args A) (R, error)) Function {
	return func(ctx context.Context, raw json.RawMessage) (json.RawMessage, error) {
		var args A
		if text, ok := any(&args).(*json.RawMessage); ok {
			*text = raw
		} else if err := decodeArgs(raw, &args); err != nil {
			return nil, fmt.Errorf("bad argument: %w", err)
		}
		result, err := f(ctx, args)
		if err != nil {
			return nil, err
		}
		if text, ok := any(result).(json.RawMessage); ok {
			return text, nil
		}
		out, err := json.Marshal(result)
		if err != nil {
			return nil, fmt.Errorf("binding resolution must be lossless JSON: %w", err)
		}
		return out, nil
	}
}

func decodeArgs(raw json.RawMessage, args any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(args)
}
