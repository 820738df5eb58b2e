package recipe

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"coderuntime/assets/steps"
)

// needs returns the step that downloads, if there is one, and the given ones.
func (r *Recipe) needs(names ...string) []string {
	if r.origin.fetchesAnything() {
		return append([]string{"packages"}, names...)
	}
	return names
}

// unpack puts the source of a pin into dest, which must not exist, with Debian's patches if they were to be had.
func (r *Recipe) unpack(ctx context.Context, s *steps.Shell, p Pin, dest string) error {
	if folder := r.origin.Folders[p.Env]; folder != "" {
		s.Record(steps.Input{Kind: "folder", Name: p.Name, Note: "from " + p.Env})
		return os.Symlink(folder, dest)
	}
	src := r.path("packages", "src")
	use, err := os.ReadFile(filepath.Join(src, p.Name+".use"))
	if err != nil {
		return err
	}
	archive := filepath.Join(src, string(use))
	if strings.HasSuffix(archive, ".dsc") {
		return s.Run(ctx, steps.Command{Args: []string{r.tools["dpkg-source"], "--no-check", "-x", archive, dest}})
	}
	if err := os.Mkdir(dest, 0o755); err != nil {
		return err
	}
	return s.Run(ctx, steps.Command{Args: []string{r.tools["tar"], "-xf", archive, "--strip-components=1", "-C", dest}})
}

// install unpacks binary packages into dest.
func (r *Recipe) install(ctx context.Context, s *steps.Shell, dest string, names []string) error {
	for _, name := range names {
		path, err := binaryPackage(r.path("packages", "deb"), name)
		if err != nil {
			return err
		}
		if err := s.Run(ctx, steps.Command{Args: []string{r.tools["dpkg-deb"], "-x", path, dest}}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recipe) cpythonSource() steps.Step {
	return steps.Step{
		Name: "source", Doc: "unpacking CPython " + pythonVersion, Needs: r.needs("tools"),
		Run: func(ctx context.Context, s *steps.Shell) error {
			tree := filepath.Join(s.Dir(), "cpython")
			if err := r.unpack(ctx, s, pin("python3.13"), tree); err != nil {
				return err
			}
			if err := ownCopy(tree); err != nil {
				return err
			}
			return patch(tree, edits)
		},
	}
}

// ownCopy replaces a link to somebody's folder by a copy that may be changed.
func ownCopy(tree string) error {
	from, err := os.Readlink(tree)
	if err != nil {
		return nil // it is no link
	}
	if err := os.Remove(tree); err != nil {
		return err
	}
	return os.CopyFS(tree, os.DirFS(from))
}

// cpython is CPython's source tree.
func (r *Recipe) cpython(elem ...string) string {
	return r.path("source", append([]string{"cpython"}, elem...)...)
}

// sysroot makes the C library for WASI ready, and notes its version: configure's answers depend on it.
func (r *Recipe) sysroot() steps.Step {
	return steps.Step{
		Name: "sysroot", Doc: "unpacking WASI's C library", Needs: r.needs("tools"),
		Run: func(ctx context.Context, s *steps.Shell) error {
			usr := filepath.Join(s.Dir(), "usr")
			version := "unknown"
			if folder := r.origin.Folders[envSysroot]; folder != "" {
				s.Record(steps.Input{Kind: "folder", Name: "wasi-libc", Note: "from " + envSysroot})
				if err := os.Symlink(folder, usr); err != nil {
					return err
				}
			} else {
				if err := r.install(ctx, s, s.Dir(), sysrootPackages); err != nil {
					return err
				}
				path, err := binaryPackage(r.path("packages", "deb"), "wasi-libc")
				if err != nil {
					return err
				}
				version = packageVersion(path)
			}
			if !exists(filepath.Join(usr, "include")) || !exists(filepath.Join(usr, "lib")) {
				return fmt.Errorf("the WASI C library has no include and lib folders")
			}
			return steps.WriteFile(filepath.Join(s.Dir(), "version"), []byte(version))
		},
	}
}

// launcher starts a CPython from a folder through that folder's own loader and libraries, so that it need not be installed.
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here"/%s --library-path "$here"/%s "$here"/usr/bin/python3.13 "$@"
`

// buildPython makes a CPython ready that runs on this machine. It is the file "python".
func (r *Recipe) buildPython() steps.Step {
	return steps.Step{
		Name: "build-python", Doc: "unpacking a CPython to build with", Needs: r.needs("tools"),
		Run: func(ctx context.Context, s *steps.Shell) error {
			python := filepath.Join(s.Dir(), "python")
			if err := r.placePython(ctx, s, python); err != nil {
				return err
			}
			version, err := s.Output(ctx, steps.Command{Args: []string{python, "-I", "-c", "import platform; print(platform.python_version())"}})
			if err != nil {
				return err
			}
			if v := strings.TrimSpace(version); v != pythonVersion {
				return fmt.Errorf("the CPython to build with is %s and has to be %s", v, pythonVersion)
			}
			return nil
		},
	}
}

func (r *Recipe) placePython(ctx context.Context, s *steps.Shell, python string) error {
	if r.origin.fetches(envPython) {
		if err := r.install(ctx, s, s.Dir(), pythonPackages); err != nil {
			return err
		}
		loader, err := only(s.Dir(), "usr/lib*/ld-linux*.so.*")
		if err != nil {
			return err
		}
		libs, err := only(s.Dir(), "usr/lib/*-linux-gnu*")
		if err != nil {
			return err
		}
		return os.WriteFile(python, fmt.Appendf(nil, launcher, loader, libs), 0o755)
	}
	path := r.origin.Folders[envPython]
	if path == "" {
		var err error
		if path, err = exec.LookPath("python3.13"); err != nil {
			return fmt.Errorf("the build needs a CPython %s that runs here: install it or set %s", pythonVersion, envPython)
		}
	}
	s.Record(steps.Input{Kind: "tool", Name: "python3.13", Version: pythonVersion, Note: "not from Debian " + Suite})
	return os.WriteFile(python, fmt.Appendf(nil, "#!/bin/sh\nexec '%s' \"$@\"\n", path), 0o755)
}

// only returns the single file under dir that a pattern fits, relative to dir.
func only(dir, pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%d files fit %s in the packages of CPython, and there should be one", len(found), pattern)
	}
	return filepath.Rel(dir, found[0])
}

// zoneinfo makes the compiled time zones ready, in the folder "zoneinfo".
func (r *Recipe) zoneinfo() steps.Step {
	return steps.Step{
		Name: "zoneinfo", Doc: "unpacking the time zones", Needs: r.needs("tools"),
		Run: func(ctx context.Context, s *steps.Shell) error {
			to := filepath.Join(s.Dir(), "zoneinfo")
			if r.origin.fetches(envZoneinfo) {
				if err := r.install(ctx, s, s.Dir(), zoneinfoPackages); err != nil {
					return err
				}
				return os.Symlink("usr/share/zoneinfo", to)
			}
			folder := r.origin.Folders[envZoneinfo]
			if folder == "" {
				folder = zoneinfoFolder
			}
			if !exists(folder) {
				s.Record(steps.Input{Kind: "folder", Name: "tzdata", Note: "none: this machine has no " + zoneinfoFolder})
				return os.Mkdir(to, 0o755)
			}
			s.Record(steps.Input{Kind: "folder", Name: "tzdata", Note: "from " + folder})
			return os.Symlink(folder, to)
		},
	}
}
