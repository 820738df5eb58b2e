package recipe

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"coderuntime/assets/steps"
)

// Recipe makes the module and the library in a folder. It is used once.
type Recipe struct {
	dir    string
	shim   string
	origin Origin
	tools  toolset
	jobs   int
}

// The files that a build ends with, in the folder of the last step.
const (
	ModuleFile = "python.wasm"
	StdlibFile = "stdlib.zip"
)

// New looks for everything that a build in dir needs before anything is started. The text of the C file that is linked with CPython is
// the caller's.
func New(ctx context.Context, dir, shim string) (*Recipe, error) {
	origin, err := FindOrigin(os.Getenv, os.DirFS("/"))
	if err != nil {
		return nil, err
	}
	for _, path := range append([]string{dir}, slices.Collect(maps.Values(origin.Folders))...) {
		if err := checkPath(path); err != nil {
			return nil, err
		}
	}
	tools, err := find(exec.LookPath, origin.wants)
	if err != nil {
		return nil, err
	}
	if err := tools.checkCompiler(ctx); err != nil {
		return nil, err
	}
	return &Recipe{dir: dir, shim: shim, origin: origin, tools: tools, jobs: runtime.NumCPU() + 1}, nil
}

// checkPath refuses paths that configure and make would take apart.
func checkPath(path string) error {
	if strings.ContainsAny(path, " \t\n'\"`$\\;&|<>()*?[]{}#%:,") {
		return fmt.Errorf("CPython cannot be built in or from %q: its makefiles cannot cope with spaces and special characters in a path", path)
	}
	return nil
}

// Steps returns the build in order.
func (r *Recipe) Steps() []steps.Step {
	var list []steps.Step
	add := func(s steps.Step, files ...string) {
		s.Key = r.key(s.Key, files...)
		list = append(list, s)
	}
	add(r.toolsStep())
	if r.origin.fetchesAnything() {
		add(r.packages(), "packages.go", "pins.go")
	}
	add(r.cpythonSource(), "unpack.go", "pins.go", "patch.go")
	add(r.sysroot(), "unpack.go", "pins.go")
	add(r.buildPython(), "unpack.go", "pins.go")
	add(r.zoneinfo(), "unpack.go", "pins.go")
	if r.origin.has(pin("sqlite3").Env) {
		add(r.amalgamate(), "unpack.go", "libraries.go", "pins.go")
	}
	for _, l := range r.libraries() {
		add(r.library(l), "unpack.go", "libraries.go", "pins.go", "flags.go")
	}
	add(r.configure(), "configure.go", "facts.go", "facts", "flags.go")
	add(r.compile(), "configure.go", "flags.go")
	add(r.stdlib(), "stdlib.go", "zip.go", "compile.py")
	add(r.link(), "link.go", "flags.go")
	add(r.finish(), "link.go", "flags.go")
	return list
}

// Result returns the paths of the module and of the library after all steps are done.
func (r *Recipe) Result() (module, stdlib string) {
	return r.path("module", ModuleFile), r.path("stdlib", StdlibFile)
}

// Flags returns what the compiler, the linker and the optimiser are told, for the build's report.
func Flags() map[string]string {
	return map[string]string{
		"target": target, "cflags": strings.Join(optimise(codegen), " "), "ldflags": strings.Join(join(linking, emulatedLibs), " "),
		"wasm-opt": strings.Join(wasmOpt, " "), "configure": strings.Join(configureFlags, " "), "sqlite": strings.Join(sqliteFlags, " "),
	}
}

// PythonVersion is the version that the recipe is for.
func PythonVersion() string { return pythonVersion }

// path is a file that the named step made.
func (r *Recipe) path(step string, elem ...string) string {
	return filepath.Join(append([]string{steps.Path(r.dir, step)}, elem...)...)
}

//go:embed *.go *.py facts
var source embed.FS

// Source is the recipe itself, for a digest of what goes into a build. Tests are not part of it.
func Source() fs.FS { return source }

// key stands for what a step depends on besides other steps: the text of the files that define it and where things come from.
func (r *Recipe) key(own string, files ...string) string {
	var b strings.Builder
	fmt.Fprintln(&b, own)
	for _, name := range files {
		_ = fs.WalkDir(source, name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				text, _ := source.ReadFile(path)
				fmt.Fprintf(&b, "%s %q\n", path, text)
			}
			return nil
		})
	}
	for _, env := range slices.Sorted(maps.Keys(r.origin.Folders)) {
		fmt.Fprintln(&b, env, r.origin.Folders[env])
	}
	return b.String()
}

// toolsStep writes down the versions of the tools; when one of them changes, everything is made again.
func (r *Recipe) toolsStep() steps.Step {
	var key strings.Builder
	fmt.Fprintln(&key, runtime.Version())
	roles := slices.Sorted(maps.Keys(r.tools))
	for _, role := range roles {
		if path, err := filepath.EvalSymlinks(r.tools[role]); err == nil {
			if info, err := os.Stat(path); err == nil {
				fmt.Fprintln(&key, role, path, info.Size(), info.ModTime().UTC())
			}
		}
	}
	return steps.Step{
		Name: "tools", Doc: "asking the tools for their versions", Key: key.String(),
		Run: func(ctx context.Context, s *steps.Shell) error {
			for _, role := range roles {
				version := "unknown"
				if role != "tclsh" { // has no such option, and would wait for input
					text, err := s.Output(ctx, steps.Command{Args: []string{r.tools[role], "--version"}})
					if err != nil {
						return err
					}
					version = versionLine(text)
				}
				s.Record(steps.Input{Kind: "tool", Name: filepath.Base(r.tools[role]), Version: version})
			}
			s.Record(steps.Input{Kind: "tool", Name: "go", Version: runtime.Version(), Note: "compresses the archive's sources"})
			return nil
		},
	}
}

var versionNumber = regexp.MustCompile(`\d+\.\d+`)

// versionLine returns the line of a --version text that has the version: LLVM's tools begin with an address, some say nothing.
func versionLine(text string) string {
	for line := range strings.Lines(text) {
		if versionNumber.MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return "unknown"
}
