package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"coderuntime"
	"coderuntime/backend"
	"coderuntime/conformance"
)

// conformanceCommand runs the contract and the corpus on one backend and prints a line for each case.
func conformanceCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	chosen := backendFlag{backend.Wasm}
	flags.Var(&chosen, "backend", "wasm, native, or auto: wasm where it works, else native")
	python := flags.String("python", "", "the interpreter of the native backend (default python3)")
	only := flags.String("case", "", "only the cases whose name contains this")
	source := flags.String("markdown", "", "print docs/conformance.md instead, from both backends and the tests in this source `folder`")
	if rest, err := parse(flags, args, c); err != nil {
		return help(err)
	} else if len(rest) > 0 {
		return exitMisuse, misusef("conformance takes no arguments, only flags")
	}
	opens := func(name backend.Name) conformance.NewRuntime {
		return func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
			r, _, err := backend.Open(ctx, backend.Options{
				Backend: name, AllowNative: true, Limits: limits, Python: *python,
			})
			return r, err
		}
	}
	if *source != "" {
		return conformancePage(ctx, opens, *source, c)
	}
	open := opens(chosen.Name)
	if r, err := open(coderuntime.Limits{}); err != nil {
		return exitMisuse, misuse{err}
	} else {
		closeRuntime(r)
	}
	suites := conformanceSuites(*only)
	if len(suites) == 0 {
		return exitMisuse, misusef("no case has %q in its name", *only)
	}
	failed := false
	for _, suite := range suites {
		counts := map[conformance.Status]int{}
		for report := range conformance.Run(ctx, open, suite.cases) {
			counts[report.Status]++
			fmt.Fprintf(c.out, "%-14s  %8v  %s%s\n", report.Status, report.Elapsed.Round(time.Millisecond),
				report.Case.Name, remark(report))
		}
		if ctx.Err() != nil {
			return exitAbort, context.Cause(ctx)
		}
		fmt.Fprintf(c.out, "%s: %d passed, %d failed, %d not applicable\n", suite.name,
			counts[conformance.Passed], counts[conformance.Failed], counts[conformance.NotApplicable])
		failed = failed || counts[conformance.Failed] > 0
	}
	if failed {
		return exitFailed, nil
	}
	return exitCompleted, nil
}

type conformanceSuite struct {
	name  string
	cases []conformance.Case
}

// conformanceSuites returns the suites, each with the cases whose name contains only. A suite that has
// none is left out.
func conformanceSuites(only string) []conformanceSuite {
	var suites []conformanceSuite
	for _, suite := range []conformanceSuite{
		{"the contract", conformance.Cases()},
		{"the corpus", conformance.Programs()},
	} {
		suite.cases = slices.DeleteFunc(suite.cases, func(k conformance.Case) bool { return !strings.Contains(k.Name, only) })
		if len(suite.cases) > 0 {
			suites = append(suites, suite)
		}
	}
	return suites
}

// conformancePage prints the page about the lines of the behaviour reference, if no case that states
// one fails on either backend.
func conformancePage(ctx context.Context, opens func(backend.Name) conformance.NewRuntime, source string, c console) (int, error) {
	tests, err := conformance.FindTaggedTests(os.DirFS(source))
	if err != nil {
		return exitMisuse, misuse{err}
	}
	cases := conformance.WithLines(conformance.Cases())
	var columns []conformance.Column
	for _, name := range []backend.Name{backend.Wasm, backend.Native} {
		r, err := opens(name)(coderuntime.Limits{})
		if err != nil {
			return exitMisuse, misuse{err}
		}
		columns = append(columns, conformance.Column{Backend: string(name), Capabilities: r.Capabilities()})
		closeRuntime(r)
		for report := range conformance.Run(ctx, opens(name), cases) {
			if report.Status == conformance.Failed {
				return exitFailed, fmt.Errorf("%s: %s%s", name, report.Case.Name, remark(report))
			}
		}
		if ctx.Err() != nil { // a page about half of the cases is not to replace a whole one
			return exitAbort, context.Cause(ctx)
		}
	}
	if err := conformance.WritePage(c.out, cases, tests, columns); err != nil {
		return exitFailed, err
	}
	return exitCompleted, nil
}

// remark says why a case did not pass.
func remark(report conformance.Report) string {
	switch report.Status {
	case conformance.Failed:
		return "\n    " + strings.ReplaceAll(report.Err.Error(), "\n", "\n    ")
	case conformance.NotApplicable:
		if report.Err != nil {
			return fmt.Sprintf("  (%v)", report.Err)
		}
		return fmt.Sprintf("  (needs %v)", report.Missing)
	}
	return ""
}
