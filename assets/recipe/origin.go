package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"coderuntime/assets/apt"
)

// Origin says where everything comes from: a folder somebody named, or Debian.
type Origin struct {
	Mirror  *apt.Mirror       // nil where there is no Debian mirror
	Folders map[string]string // by environment variable, absolute
}

// The environment variables besides those of the pins.
const (
	envSysroot  = "WASI_SYSROOT"             // wasi-libc: include/ and lib/
	envPython   = "CODERUNTIME_BUILD_PYTHON" // a CPython of the same version that runs here
	envZoneinfo = "ZONEINFO"                 // compiled time zones; else the machine's own
)

// zoneinfoFolder is where Unix systems keep compiled time zones.
const zoneinfoFolder = "/usr/share/zoneinfo"

// FindOrigin reads the environment and, for what it doesn't name, the configuration of the machine whose root directory is root.
func FindOrigin(getenv func(string) string, root fs.FS) (Origin, error) {
	o := Origin{Folders: map[string]string{}}
	names := []string{envSysroot, envPython, envZoneinfo}
	for _, p := range pins {
		names = append(names, p.Env)
	}
	for _, name := range names {
		value := getenv(name)
		if value == "" {
			continue
		}
		path, err := filepath.Abs(value)
		if err != nil {
			return Origin{}, err
		}
		if _, err := os.Stat(path); err != nil {
			return Origin{}, fmt.Errorf("%s: %w", name, err)
		}
		o.Folders[name] = path
	}
	m, err := apt.MachineMirror(root)
	switch {
	case err == nil:
		o.Mirror = &m
	case !errors.Is(err, apt.ErrNoMirror):
		return Origin{}, err
	case o.Folders["CPYTHON_SRC"] == "" || o.Folders[envSysroot] == "":
		return Origin{}, fmt.Errorf("this machine is not a Debian with a package mirror: set CPYTHON_SRC to a source tree of CPython %s and %s to a WASI C library", pythonVersion, envSysroot)
	}
	if src := o.Folders["CPYTHON_SRC"]; src != "" {
		if err := checkSource(src); err != nil {
			return Origin{}, fmt.Errorf("CPYTHON_SRC: %w", err)
		}
	}
	return o, nil
}

// has reports whether something can be had at all: named as a folder or fetched from Debian.
func (o Origin) has(env string) bool { return o.Folders[env] != "" || o.Mirror != nil }

// fetches reports whether something comes from Debian.
func (o Origin) fetches(env string) bool { return o.Folders[env] == "" && o.Mirror != nil }

// fetchesAnything reports whether a build needs the network.
func (o Origin) fetchesAnything() bool {
	return o.Mirror != nil // even with all folders named there are the time zones and the Python to build with
}

// wants reports whether a build runs a tool.
func (o Origin) wants(t tool) bool {
	return (!t.apt || o.fetchesAnything()) && (!t.sqlite || o.has(pin("sqlite3").Env))
}

var patchlevel = regexp.MustCompile(`(?m)^#define PY_VERSION\s+"([^"]+)"`)

// checkSource makes sure that a folder is CPython of the right version: flags, modules and the interpreter that helps the build all
// belong to one.
func checkSource(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "Include", "patchlevel.h"))
	if err != nil {
		return fmt.Errorf("not a source tree of CPython: %w", err)
	}
	m := patchlevel.FindSubmatch(text)
	if m == nil || string(m[1]) != pythonVersion {
		return fmt.Errorf("%s is not CPython %s, which this recipe is for (to raise it: assets/recipe/pins.go)", dir, pythonVersion)
	}
	return nil
}
