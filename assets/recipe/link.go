package recipe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"coderuntime/assets/rewrite"

	"coderuntime/assets/steps"
)

var emulatedLibs = words("-lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks -ldl -lm")

// linking makes a reactor: a module without main whose exports are called again and again.
// The stack comes first in memory, so that running over its end is a trap and not a write into data.
var linking = words(`-mexec-model=reactor
	-Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--initial-memory=41943040
	-Wl,--export=__stack_pointer -Wl,--wrap=read -Wl,--wrap=write`)

// optimizer are codegen's names in wasm-opt, which is to use nothing else.
var optimizer = words("--enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-multivalue --enable-mutable-globals")

var wasmOpt = append(words("-O3"), optimizer...)

// link puts the shim, CPython and the libraries together.
func (r *Recipe) link() steps.Step {
	needs := []string{"compile"}
	for _, l := range r.libraries() {
		needs = append(needs, l.step())
	}
	return steps.Step{
		Name: "link", Doc: "linking", Needs: needs, Key: r.shim,
		Run: func(ctx context.Context, s *steps.Shell) error {
			if err := os.WriteFile(filepath.Join(s.Dir(), "shim.c"), []byte(r.shim), 0o644); err != nil {
				return err
			}
			compile := join(r.cc(), optimise(codegen), emulated, []string{
				r.prefixMap(), "-Wall", "-Werror", "-I" + r.cpython("Include"), "-I" + r.path("configure"), "-c", "shim.c", "-o", "shim.o",
			})
			if err := s.Run(ctx, steps.Command{Args: compile}); err != nil {
				return err
			}
			// Without -O, which would make clang run wasm-opt with flags of its own choice.
			args := append(join(r.cc(), linking), "shim.o")
			for _, a := range archives {
				args = append(args, r.path("configure", a))
			}
			for _, l := range r.libraries() {
				args = append(args, r.path(l.step(), "lib", "lib"+l.name+".a"))
			}
			return s.Run(ctx, steps.Command{Args: append(append(args, emulatedLibs...), "-o", "linked.wasm")})
		},
	}
}

// finish strips the module, optimises it and gives it its fuel checks.
func (r *Recipe) finish() steps.Step {
	return steps.Step{
		Name: "module", Doc: "optimising and metering the module", Needs: []string{"link"}, Key: strings.Join(wasmOpt, " ") + rewrite.Version,
		Run: func(ctx context.Context, s *steps.Shell) error {
			if err := s.Run(ctx, steps.Command{Args: []string{r.tools["strip"], "--strip-all", r.path("link", "linked.wasm"), "-o", "stripped.wasm"}}); err != nil {
				return err
			}
			args := append([]string{r.tools["wasm-opt"]}, wasmOpt...)
			if err := s.Run(ctx, steps.Command{Args: append(args, "stripped.wasm", "-o", "optimised.wasm")}); err != nil {
				return err
			}
			module, err := os.ReadFile(filepath.Join(s.Dir(), "optimised.wasm"))
			if err != nil {
				return err
			}
			metered, err := rewrite.Meter(module, rewrite.MeterOptions{})
			if err != nil {
				return fmt.Errorf("giving the module its fuel checks: %w", err)
			}
			return steps.WriteFile(filepath.Join(s.Dir(), ModuleFile), metered)
		},
	}
}
