package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"time"

	"coderuntime"
	"coderuntime/assets"
	"coderuntime/backend"
)

// doctorCommand says what works here. Its status is 0 if both backends do.
func doctorCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	if rest, err := parse(flags, args, c); err != nil {
		return help(err)
	} else if len(rest) > 0 {
		return exitMisuse, misusef("doctor takes no arguments")
	}
	fmt.Fprintf(c.out, "platform  %s/%s, %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version())
	healthy := report(c, "cache", func() (string, error) { return assets.CacheDir() })
	healthy = report(c, "assets", func() (string, error) {
		artefact, err := assets.Find()
		if err != nil {
			return "", err
		}
		return artefact.String(), artefact.Verify()
	}) && healthy
	for _, name := range []backend.Name{backend.Wasm, backend.Native} {
		healthy = report(c, string(name), func() (string, error) { return tryBackend(ctx, name) }) && healthy
	}
	if !healthy {
		return exitFailed, nil
	}
	return exitCompleted, nil
}

func report(c console, subject string, check func() (string, error)) bool {
	says, err := check()
	if err != nil {
		fmt.Fprintf(c.out, "%-9s NO: %v\n", subject, err)
		return false
	}
	fmt.Fprintf(c.out, "%-9s ok: %s\n", subject, says)
	return true
}

// tryBackend runs one program that uses what every program needs.
func tryBackend(ctx context.Context, name backend.Name) (string, error) {
	start := time.Now()
	r, _, err := backend.Open(ctx, backend.Options{Backend: name})
	if err != nil {
		return "", err
	}
	defer closeRuntime(r)
	result, err := r.Run(ctx, coderuntime.Request{Program: "import sys\nreturn sys.version.split()[0]"})
	if err != nil {
		return "", err
	}
	if result.Failure != nil {
		return "", fmt.Errorf("a trivial program failed: %v", result.Failure)
	}
	return fmt.Sprintf("Python %s, isolation %q, first result after %v",
		result.Value, r.Isolation(), time.Since(start).Round(time.Millisecond)), nil
}
