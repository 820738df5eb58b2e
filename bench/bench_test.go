package bench_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coderuntime/assets"
	"coderuntime/bench"
	"coderuntime/wasm"
)

var python = flag.String("python", "", "the interpreter of the native backend (default python3)")

// session is shared by all benchmarks, as runtimes are in a program that uses them.
var session *bench.Session

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "coderuntime-bench-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		session = bench.NewSession(bench.Config{
			Python:  *python,
			Coderun: filepath.Join(dir, "coderun"),
		})
		status := m.Run()
		if err := session.Close(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return status
	}())
}

func BenchmarkRun(b *testing.B)         { group(b, "Run") }
func BenchmarkCall(b *testing.B)        { group(b, "Call") }
func BenchmarkCPU(b *testing.B)         { group(b, "CPU") }
func BenchmarkMetering(b *testing.B)    { group(b, "Metering") }
func BenchmarkConcurrency(b *testing.B) { group(b, "Concurrency") }
func BenchmarkAbort(b *testing.B)       { group(b, "Abort") }
func BenchmarkGC(b *testing.B)          { group(b, "GC") }
func BenchmarkMemory(b *testing.B)      { group(b, "Memory") }
func BenchmarkColdProcess(b *testing.B) { group(b, "ColdProcess") }

// group runs the benchmarks of a group, each as a sub-benchmark.
func group(b *testing.B, name string) {
	for _, m := range bench.Benchmarks(false) {
		if m.Group() == name {
			b.Run(strings.TrimPrefix(m.Name, name+"/"), func(b *testing.B) { measure(b, m) })
		}
	}
}

// measure does the benchmark b.N times and reports its figures.
func measure(b *testing.B, m bench.Benchmark) {
	if needsCommand := m.Group() == "ColdProcess" || m.Group() == "GC" || m.Workload() == "process"; needsCommand {
		buildCommand(b)
	}
	do, err := m.Open(b.Context(), session)
	if errors.Is(err, assets.ErrNotBuilt) || errors.Is(err, wasm.ErrUnsupported) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	var samples bench.Samples
	b.ResetTimer()
	for len(samples.Values) < b.N {
		more, err := do(b.Context(), b.N-len(samples.Values))
		if err != nil {
			b.Fatal(err)
		}
		samples.Add(more)
	}
	b.StopTimer()
	f := samples.Figures()
	if m.Unit == bench.Bytes {
		b.ReportMetric(f.Median, "B/run")
	} else {
		b.ReportMetric(f.Each, "ns/op")
		b.ReportMetric(f.Median, "p50-ns")
		b.ReportMetric(f.P99, "p99-ns")
		b.ReportMetric(f.Worst, "worst-ns")
	}
	for unit, value := range samples.Also {
		b.ReportMetric(value, unit)
	}
}

// buildCommand builds coderun where the session looks for it.
func buildCommand(tb testing.TB) {
	tb.Helper()
	path := session.Coderun()
	if _, err := os.Stat(path); err == nil {
		return
	}
	out, err := exec.CommandContext(tb.Context(), "go", "build", "-o", path, "coderuntime/cmd/coderun").CombinedOutput()
	if err != nil {
		tb.Fatalf("build coderun: %v\n%s", err, out)
	}
}
