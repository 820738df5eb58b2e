package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"time"

	"coderuntime"
	"coderuntime/backend"
	"coderuntime/conformance"
)

// conformanceCommand runs the suite on one backend and prints a line for each case.
func conformanceCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	chosen := backendFlag{backend.Wasm}
	flags.Var(&chosen, "backend", "wasm, native, or auto: wasm where it works, else native")
	python := flags.String("python", "", "the interpreter of the native backend (default python3)")
	only := flags.String("case", "", "only the cases whose name contains this")
	if rest, err := parse(flags, args, c); err != nil {
		return help(err)
	} else if len(rest) > 0 {
		return exitMisuse, misusef("conformance takes no arguments, only flags")
	}
	open := func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		r, _, err := backend.Open(ctx, backend.Options{
			Backend: chosen.Name, AllowNative: true, Limits: limits, Python: *python,
		})
		return r, err
	}
	if r, err := open(coderuntime.Limits{}); err != nil {
		return exitMisuse, misuse{err}
	} else {
		closeRuntime(r)
	}
	var cases []conformance.Case
	for _, k := range conformance.Cases() {
		if strings.Contains(k.Name, *only) {
			cases = append(cases, k)
		}
	}
	if len(cases) == 0 {
		return exitMisuse, misusef("no case has %q in its name", *only)
	}
	counts := map[conformance.Status]int{}
	for report := range conformance.Run(ctx, open, cases) {
		counts[report.Status]++
		fmt.Fprintf(c.out, "%-14s  %8v  %s%s\n", report.Status, report.Elapsed.Round(time.Millisecond),
			report.Case.Name, remark(report))
	}
	if ctx.Err() != nil {
		return exitAbort, context.Cause(ctx)
	}
	fmt.Fprintf(c.out, "%d passed, %d failed, %d not applicable\n",
		counts[conformance.Passed], counts[conformance.Failed], counts[conformance.NotApplicable])
	if counts[conformance.Failed] > 0 {
		return exitFailed, nil
	}
	return exitCompleted, nil
}

// remark says why a case did not pass.
func remark(report conformance.Report) string {
	switch report.Status {
	case conformance.Failed:
		return "\n    " + strings.ReplaceAll(report.Err.Error(), "\n", "\n    ")
	case conformance.NotApplicable:
		return fmt.Sprintf("  (needs %v)", report.Missing)
	}
	return ""
}
