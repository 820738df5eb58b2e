package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"coderuntime"
	"coderuntime/backend"
)

// runCommand runs one program and reports its outcome.
func runCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	chosen := backendFlag{backend.Wasm}
	var bindings bindFlag
	flags.Var(&chosen, "backend", "wasm, native, or auto: wasm where it works, else native")
	flags.Var(&bindings, "bind", "bind NS.NAME=COMMAND: a call runs COMMAND with the JSON argument on its stdin and takes the JSON result from its stdout")
	asJSON := flags.Bool("json", false, "print one JSON object and nothing else")
	python := flags.String("python", "", "the interpreter of the native backend (default python3)")
	limits := limitFlags(flags)
	files, err := parse(flags, args, c)
	if err != nil {
		return help(err)
	}
	if len(files) != 1 {
		return exitMisuse, misusef("give one program: a file name, or - for standard input")
	}
	program, err := readProgram(files[0], c.in)
	if err != nil {
		return exitMisuse, err
	}
	request := coderuntime.Request{Program: program, Bindings: namespaces(bindings)}
	if err := coderuntime.ValidateBindings(request.Bindings); err != nil {
		return exitMisuse, misuse{err}
	}
	runtime, choice, err := backend.Open(ctx, backend.Options{
		Backend: chosen.Name, AllowNative: true, Limits: *limits, Python: *python,
	})
	if err != nil {
		return exitMisuse, misuse{err}
	}
	defer closeRuntime(runtime)
	if chosen.Name == backend.Auto && choice.Backend == backend.Native {
		fmt.Fprintf(c.err, "coderun run: native backend: %s\n", choice.Reason)
	}
	if !*asJSON {
		request.OnLog = func(entry string) { fmt.Fprintln(c.out, entry) }
	}
	result, err := runtime.Run(ctx, request)
	if err != nil {
		return exitMisuse, misuse{err}
	}
	if *asJSON {
		return status(result), printJSON(c.out, result)
	}
	return status(result), printPlain(c, result)
}

// help turns errHelp into success.
func help(err error) (int, error) {
	if errors.Is(err, errHelp) {
		return exitCompleted, nil
	}
	return exitMisuse, err
}

// closeRuntime ends what is left of the runs, but does not wait for it forever.
func closeRuntime(r coderuntime.Runtime) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = r.Close(ctx) // the process ends anyway
}

func readProgram(name string, in io.Reader) (string, error) {
	var text []byte
	var err error
	if name == "-" {
		text, err = io.ReadAll(in)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return "", misusef("cannot read the program: %w", err)
	}
	if !utf8.Valid(text) {
		return "", misusef("the program %s is not UTF-8 text: save it as UTF-8", name)
	}
	return string(text), nil
}

func status(result coderuntime.Result) int {
	if result.Failure == nil {
		return exitCompleted
	}
	switch result.Failure.Kind {
	case coderuntime.FailureTimeout:
		return exitTimeout
	case coderuntime.FailureAbort:
		return exitAbort
	case coderuntime.FailureWorkerExit:
		return exitWorkerExit
	}
	return exitFailed
}

// printPlain prints what is left after the logs: the value, or the failure.
func printPlain(c console, result coderuntime.Result) error {
	if result.Failure != nil {
		fmt.Fprintln(c.err, result.Failure)
		return nil
	}
	if result.Value != nil {
		_, err := fmt.Fprintf(c.out, "%s\n", result.Value)
		return err
	}
	return nil
}

// printJSON prints the whole result as one line. The value is written as it came: nothing in it is
// decoded, so nothing can change.
func printJSON(out io.Writer, result coderuntime.Result) error {
	line := []byte("{")
	member := func(name string, text []byte) {
		if len(line) > 1 {
			line = append(line, ',')
		}
		line = fmt.Appendf(line, "%q:%s", name, text)
	}
	if result.Value != nil {
		member("value", result.Value)
	}
	logs := result.Logs
	if logs == nil {
		logs = []string{}
	}
	member("logs", encode(logs))
	if result.Failure != nil {
		member("error", encode(result.Failure))
	}
	member("stats", encode(result.Stats))
	_, err := fmt.Fprintf(out, "%s}\n", line)
	return err
}

func encode(v any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // only strings and numbers are encoded here
	}
	return bytes.TrimRight(text.Bytes(), "\n")
}
