package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"coderuntime"
	"coderuntime/backend"
)

// errHelp says that help was asked for and given.
var errHelp = errors.New("help")

// parse reads flags wherever they stand among the arguments and returns the rest. What is wrong
// with them is one line.
func parse(flags *flag.FlagSet, args []string, c console) ([]string, error) {
	flags.SetOutput(io.Discard)
	var rest []string
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(c.out)
			flags.PrintDefaults()
			return nil, errHelp
		} else if err != nil {
			return nil, misusef("%w (coderun %s --help lists the flags)", err, flags.Name())
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// backendFlag is the name of a backend.
type backendFlag struct{ backend.Name }

func (f *backendFlag) String() string { return string(f.Name) }

func (f *backendFlag) Set(text string) error {
	switch name := backend.Name(text); name {
	case backend.Wasm, backend.Native, backend.Auto:
		f.Name = name
		return nil
	}
	return errors.New("use wasm, native or auto")
}

// sizeFlag is a number of bytes.
type sizeFlag struct{ *coderuntime.ByteSize }

func (f sizeFlag) String() string {
	if f.ByteSize == nil {
		return ""
	}
	return f.ByteSize.String()
}

func (f sizeFlag) Set(text string) (err error) {
	*f.ByteSize, err = coderuntime.ParseByteSize(text)
	if err == nil && *f.ByteSize == 0 {
		return errors.New("a limit cannot be zero")
	}
	return err
}

// durationFlag is a length of time; a plain number counts seconds.
type durationFlag struct{ *time.Duration }

func (f durationFlag) String() string {
	if f.Duration == nil {
		return ""
	}
	return f.Duration.String()
}

func (f durationFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		if d, err = time.ParseDuration(text + "s"); err != nil {
			return errors.New("give a length of time such as 10s or 1m30s")
		}
	}
	if d <= 0 {
		return errors.New("a limit must be positive")
	}
	*f.Duration = d
	return nil
}

// limitFlags declares the flags for limits.
func limitFlags(flags *flag.FlagSet) *coderuntime.Limits {
	limits := coderuntime.DefaultLimits()
	flags.Var(durationFlag{&limits.Wall}, "wall", "time from start to outcome, waiting included")
	flags.Var(durationFlag{&limits.CPU}, "cpu", "processor time, in whole seconds")
	flags.Var(sizeFlag{&limits.Memory}, "memory", "memory that a program may hold")
	flags.Var(sizeFlag{&limits.Log}, "max-log", "output that is kept")
	flags.Var(sizeFlag{&limits.Value}, "max-value", "size of the value or of the failure message")
	return &limits
}

// bindFlag collects --bind NS.NAME=COMMAND.
type bindFlag []binding

type binding struct{ namespace, name, command string }

func (f *bindFlag) String() string { return "" }

func (f *bindFlag) Set(text string) error {
	target, command, ok := strings.Cut(text, "=")
	namespace, name, dotted := strings.Cut(target, ".")
	if !ok || !dotted || namespace == "" || name == "" || strings.TrimSpace(command) == "" {
		return fmt.Errorf("give it as NAMESPACE.NAME=COMMAND")
	}
	for _, b := range *f {
		if b.namespace == namespace && b.name == name {
			return fmt.Errorf("%s.%s is bound twice", namespace, name)
		}
	}
	*f = append(*f, binding{namespace, name, command})
	return nil
}
