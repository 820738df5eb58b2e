package recipe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"coderuntime/assets/steps"
)

var configureFlags = words(`--host=wasm32-unknown-wasi --prefix=/usr --with-pymalloc --disable-test-modules --without-ensurepip
	--disable-ipv6 --disable-loadable-sqlite-extensions`)

// optimise returns the flags for CPython's own code.
func optimise(codegen []string) []string { return join(words("-O3 -g0"), codegen) }

// archives are what CPython's make builds for us, relative to its build folder; python itself and shared modules are never made.
var archives = []string{
	"libpython3.13.a",
	"Modules/_hacl/libHacl_Hash_SHA2.a",
	"Modules/expat/libexpat.a",
	"Modules/_decimal/libmpdec/libmpdec.a",
}

// configure prepares CPython's build folder, and makes the module that sysconfig reads its variables from.
func (r *Recipe) configure() steps.Step {
	needs := []string{"source", "sysroot", "build-python"}
	if r.origin.has(pin("sqlite3").Env) {
		needs = append(needs, "sqlite")
	}
	return steps.Step{
		Name: "configure", Doc: "configuring CPython", Needs: needs,
		Key: strings.Join(configureFlags, " "),
		Run: func(ctx context.Context, s *steps.Shell) error {
			f, ok := r.known()
			if ok {
				if err := r.runConfigure(ctx, s, &f); err != nil {
					return err
				}
				sum, err := fileSum(filepath.Join(s.Dir(), "pyconfig.h"))
				if err != nil {
					return err
				}
				if ok = sum == f.pyconfig; !ok {
					s.Logf("pyconfig.h has the digest %s, not %s: asking all of configure's questions again", sum, f.pyconfig)
					if err := empty(s.Dir()); err != nil {
						return err
					}
				}
			} else {
				s.Logf("no recorded answers for this C library: configure has to ask for itself, which takes minutes")
			}
			if !ok {
				if err := r.runConfigure(ctx, s, nil); err != nil {
					return err
				}
			}
			return r.sysconfig(ctx, s)
		},
	}
}

func (r *Recipe) runConfigure(ctx context.Context, s *steps.Shell, f *fact) error {
	sites := []string{r.cpython("Tools", "wasm", "config.site-wasm32-wasi")}
	answers := r.decisions()
	if f != nil {
		text, err := source.ReadFile(f.file)
		if err != nil {
			return err
		}
		answers = string(text) + answers
	}
	own := filepath.Join(s.Dir(), "own.site")
	if err := os.WriteFile(own, []byte(answers), 0o644); err != nil {
		return err
	}
	src, err := filepath.Rel(s.Dir(), r.cpython()) // an absolute path would end up in the module
	if err != nil {
		return err
	}
	args := append([]string{
		filepath.Join(src, "configure"), "-C",
		"--build=" + buildTriple(), "--with-build-python=" + r.path("build-python", "python"),
	}, configureFlags...)
	return s.Run(ctx, steps.Command{Args: args, Env: append(r.environment(), "CONFIG_SITE="+strings.Join(append(sites, own), " "))})
}

// environment is what configure and make see.
func (r *Recipe) environment() []string {
	cc := strings.Join(r.cc(), " ")
	env := []string{
		"CC=" + cc, "CPP=" + cc + " -E", "CXX=false", "AR=" + r.tools["ar"], "RANLIB=" + r.tools["ranlib"],
		"ARFLAGS=rcsD", "PKG_CONFIG=false", // or it would find this machine's libraries
		"CFLAGS=" + strings.Join(append(optimise(codegen), r.prefixMap()), " "),
		"SOURCE_DATE_EPOCH=" + epoch, "PYTHONHASHSEED=0",
	}
	for _, l := range r.libraries() {
		env = append(env,
			fmt.Sprintf("%s_CFLAGS=-I%s", l.prefix, r.path(l.headersStep(), "include")),
			fmt.Sprintf("%s_LIBS=-L%s -l%s", l.prefix, r.path(l.step(), "lib"), l.name))
	}
	return env
}

// sysconfig makes _sysconfigdata, which zoneinfo among others asks for a search path, without the folders of the build in it.
func (r *Recipe) sysconfig(ctx context.Context, s *steps.Shell) error {
	if err := s.Run(ctx, steps.Command{Args: []string{r.tools["make"], "pybuilddir.txt"}, Env: r.environment()}); err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(s.Dir(), "build", "lib.*", "_sysconfigdata_*.py"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("CPython's make left %d files _sysconfigdata_*.py, and there should be one", len(found))
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return err
	}
	plain := strings.ReplaceAll(string(text), r.dir, "/build")
	return os.WriteFile(filepath.Join(s.Dir(), filepath.Base(found[0])), []byte(plain), 0o644)
}

// compile makes CPython's archives. An interrupted make is taken up where it was.
func (r *Recipe) compile() steps.Step {
	needs := []string{"configure"}
	for _, l := range r.libraries() {
		needs = append(needs, l.headersStep())
	}
	return steps.Step{
		Name: "compile", Doc: "compiling CPython", Needs: needs, Key: strings.Join(archives, " "),
		Run: func(ctx context.Context, s *steps.Shell) error {
			args := append([]string{r.tools["make"], "-j" + strconv.Itoa(r.jobs)}, archives...)
			return s.Run(ctx, steps.Command{Dir: r.path("configure"), Args: args, Env: r.environment()})
		},
	}
}

// buildTriple names this machine for configure, which only has to see that it isn't the target.
func buildTriple() string {
	cpu := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	if cpu == "" {
		cpu = runtime.GOARCH
	}
	return cpu + "-unknown-" + runtime.GOOS
}

// empty removes everything in a folder.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
