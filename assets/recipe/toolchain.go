package recipe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const llvmMajor = 19

// tool is a program that the build runs.
type tool struct {
	role   string
	names  []string // the first that is found
	debian string   // the package that brings it
	apt    bool     // needed only to fetch and unpack Debian's packages
	sqlite bool     // needed only to build SQLite from its source tree
}

var tools = []tool{
	{role: "cc", names: []string{"clang-19", "clang"}, debian: "clang-19"},
	{role: "ld", names: []string{"wasm-ld-19", "wasm-ld"}, debian: "lld-19"},
	{role: "ar", names: []string{"llvm-ar-19", "llvm-ar"}, debian: "llvm-19"},
	{role: "ranlib", names: []string{"llvm-ranlib-19", "llvm-ranlib"}, debian: "llvm-19"},
	{role: "strip", names: []string{"llvm-strip-19", "llvm-strip"}, debian: "llvm-19"},
	{role: "wasm-opt", names: []string{"wasm-opt"}, debian: "binaryen"},
	{role: "make", names: []string{"make"}, debian: "make"},
	{role: "tclsh", names: []string{"tclsh"}, debian: "tcl", sqlite: true},
	{role: "apt-get", names: []string{"apt-get"}, debian: "apt", apt: true},
	{role: "dpkg-deb", names: []string{"dpkg-deb"}, debian: "dpkg", apt: true},
	{role: "dpkg-source", names: []string{"dpkg-source"}, debian: "dpkg-dev", apt: true},
	{role: "tar", names: []string{"tar"}, debian: "tar", apt: true},
	{role: "xz", names: []string{"xz"}, debian: "xz-utils", apt: true},
	{role: "bzip2", names: []string{"bzip2"}, debian: "bzip2", apt: true},
}

// runtimePackage has the compiler's own library for WebAssembly, a file and not a program.
const runtimePackage = "libclang-rt-19-dev-wasm32"

// Toolchain returns the Debian packages that a build needs installed, in order.
func Toolchain() []string {
	out := []string{runtimePackage}
	for _, t := range tools {
		out = append(out, t.debian)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ErrMissingTool means that a program which the build runs is not installed. The error's text names it and the package to install.
var ErrMissingTool = errors.New("missing tool")

// missingTools is an [ErrMissingTool].
type missingTools struct{ what, packages []string }

func (m *missingTools) Error() string {
	slices.Sort(m.packages)
	return fmt.Sprintf("cannot build: %s; on Debian: apt-get install %s", strings.Join(m.what, ", "), strings.Join(slices.Compact(m.packages), " "))
}

func (m *missingTools) Is(target error) bool { return target == ErrMissingTool }

func (m *missingTools) add(what, debian string) {
	m.what = append(m.what, fmt.Sprintf("%s is missing (package %s)", what, debian))
	m.packages = append(m.packages, debian)
}

// Missing returns those packages of [Toolchain] without which a build cannot start here.
func Missing(ctx context.Context) ([]string, error) {
	origin, err := FindOrigin(os.Getenv, os.DirFS("/"))
	if err != nil {
		return nil, err
	}
	return missing(ctx, exec.LookPath, origin.wants)
}

func missing(ctx context.Context, look func(string) (string, error), wanted func(tool) bool) ([]string, error) {
	found, err := find(look, wanted)
	if err == nil {
		err = found.checkCompiler(ctx)
	}
	var m *missingTools
	if !errors.As(err, &m) {
		return nil, err
	}
	packages := m.packages
	if slices.Contains(packages, "clang-19") { // its library could not be looked for
		packages = append(packages, runtimePackage)
	}
	slices.Sort(packages)
	return slices.Compact(packages), nil
}

// toolset maps a tool's role to its path.
type toolset map[string]string

// find looks for all tools whose kind is wanted and returns an [ErrMissingTool] that names all that are not there.
func find(look func(string) (string, error), wanted func(tool) bool) (toolset, error) {
	found, missing := toolset{}, &missingTools{}
	for _, t := range tools {
		if !wanted(t) {
			continue
		}
		for _, name := range t.names {
			if path, err := look(name); err == nil {
				found[t.role] = path
				break
			}
		}
		if found[t.role] == "" {
			missing.add(t.names[0], t.debian)
		}
	}
	if len(missing.what) > 0 {
		return nil, missing
	}
	return found, nil
}

var clangVersion = regexp.MustCompile(`clang version (\d+)\.`)

// checkCompiler makes sure that the compiler is new enough and has its library for WebAssembly.
func (t toolset) checkCompiler(ctx context.Context) error {
	version, err := exec.CommandContext(ctx, t["cc"], "--version").Output()
	if err != nil {
		return fmt.Errorf("asking %s for its version: %w", t["cc"], err)
	}
	m := clangVersion.FindSubmatch(version)
	if m == nil {
		return fmt.Errorf("%s is not clang", t["cc"])
	}
	missing := &missingTools{}
	if major, _ := strconv.Atoi(string(m[1])); major < llvmMajor {
		missing.add(fmt.Sprintf("clang %d or later", llvmMajor), "clang-19")
		return missing
	}
	lib, err := exec.CommandContext(ctx, t["cc"], "--target="+target, "-rtlib=compiler-rt", "-print-libgcc-file-name").Output()
	if err != nil {
		return fmt.Errorf("asking %s for its library: %w", t["cc"], err)
	}
	if path := strings.TrimSpace(string(lib)); !filepath.IsAbs(path) || !exists(path) {
		missing.add("clang's library for WebAssembly", runtimePackage)
		return missing
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
