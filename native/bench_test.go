//go:build linux

package native

import (
	"context"
	"os/exec"
	"testing"

	"coderuntime"
)

// BenchmarkRun compares a run with what starting the same interpreter costs by itself.
func BenchmarkRun(b *testing.B) {
	path, err := python()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("bare interpreter", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(path, "-I", "-c", "import asyncio, json")
			cmd.Env = []string{}
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, c := range []struct {
		name     string
		prestart int
	}{{"spawned", 0}, {"prestarted", 1}} {
		b.Run(c.name, func(b *testing.B) {
			r, err := New(Config{Python: path, Prestart: c.prestart})
			if err != nil {
				b.Fatal(err)
			}
			defer r.Close(context.Background())
			for b.Loop() {
				if c.prestart > 0 {
					b.StopTimer()
					awaitBooted(b, r.pool)
					b.StartTimer()
				}
				result, err := r.Run(context.Background(), coderuntime.Request{Program: "return 1"})
				if err != nil || result.Failure != nil || result.Stats.Start != c.name {
					b.Fatal(err, result)
				}
			}
		})
	}
}
