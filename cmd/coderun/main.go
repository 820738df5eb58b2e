// Command coderun runs Python programs in isolation, and looks after what that takes.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit statuses. They are part of the command's contract.
const (
	exitCompleted  = 0
	exitFailed     = 1 // the program: exception, invalid-output, output-limit
	exitMisuse     = 2
	exitTimeout    = 3
	exitAbort      = 4
	exitWorkerExit = 5
)

const usage = `usage: coderun COMMAND [ARGUMENTS]

  run          run a program:       coderun run [--backend wasm|native|auto] [--json]
               [--bind NS.NAME=COMMAND]... [--wall 10s] [--cpu 5] [--memory 256MiB]
               [--max-log SIZE] [--max-value SIZE] FILE|-
  conformance  check a backend:     coderun conformance [--backend wasm|native]
  bench        measure backends:    coderun bench [--backend wasm|native] [--filter REGEXP]
               [--time 1s] [--peers] [--conformance] [--json|--markdown]
  soak         run for long:        coderun soak [--for 10m] [--parallel N] [--frames N]
  assets       the interpreter:     coderun assets build|path|verify|pack FILE|use FILE|toolchain
  doctor       what works here, what does not, and the command that fixes it

coderun COMMAND --help says more.
`

// console is where a command reads and writes, so that tests can stand in for a terminal.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// misuse is an error of the caller: one line, and exit status 2.
type misuse struct{ error }

func misusef(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

var errInterrupted = errors.New("interrupted")

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel(errInterrupted)
	}()
	os.Exit(command(ctx, os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr}))
}

// command runs one subcommand and returns the exit status.
func command(ctx context.Context, args []string, c console) int {
	commands := map[string]func(context.Context, []string, console) (int, error){
		"run":         runCommand,
		"conformance": conformanceCommand,
		"bench":       benchCommand,
		"soak":        soakCommand,
		"assets":      assetsCommand,
		"doctor":      doctorCommand,
	}
	if len(args) == 0 {
		fmt.Fprint(c.err, usage)
		return exitMisuse
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(c.out, usage)
		return exitCompleted
	}
	run := commands[args[0]]
	if run == nil {
		fmt.Fprintf(c.err, "coderun: unknown command %q: use run, conformance, bench, soak, assets or doctor\n", args[0])
		return exitMisuse
	}
	status, err := run(ctx, args[1:], c)
	if err != nil {
		fmt.Fprintf(c.err, "coderun %s: %v\n", args[0], err)
	}
	return status
}
