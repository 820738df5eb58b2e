package confine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"coderuntime/native"
)

// argv0 is the name under which the host's program is executed to confine itself.
const argv0 = "coderuntime-confine"

// ownProgram is the program of this process, also when its file has been replaced since.
const ownProgram = "/proc/self/exe"

// alwaysReadable are files that an interpreter may need and that say nothing about the host.
var alwaysReadable = []string{
	"/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/usr/lib/locale",
	"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random",
}

// listFiles prints what the interpreter reads: its own files, those of its modules, and the
// directories of the libraries that these load.
const listFiles = `
import json, os, sys, sysconfig
for name in ("asyncio", "ctypes", "ssl", "sqlite3", "lzma", "bz2", "zlib", "hashlib", "uuid", "decimal"):
    try: __import__(name)
    except ImportError: pass
paths = {sys.executable, os.path.realpath(sys.executable), *sys.path, *sysconfig.get_paths().values()}
paths.add(os.path.join(sys.prefix, "pyvenv.cfg"))
with open("/proc/self/maps") as maps:
    for line in maps:
        path = line.split(maxsplit=5)[5:]
        if path and path[0].startswith("/"):
            file = path[0].rstrip("\n")
            paths |= {file, os.path.dirname(file)} if ".so" in file else {file}
print(json.dumps(sorted(path for path in paths if path.startswith("/") and os.path.exists(path))))
`

// policy is what a process is told about how to confine itself.
type policy struct {
	Read  []string // files and directories to read and execute
	Write string   // directory to change
}

type launcher struct{ readable []string }

// New returns a launcher for one runtime: set it as native.Config.Launcher.
func New() native.Launcher { return &launcher{} }

// Prepare finds out what the interpreter reads and tries whether it starts confined.
func (l *launcher) Prepare(python string) error {
	if err := checkKernel(); err != nil {
		return fmt.Errorf("confinement is not possible here: %w", err)
	}
	listing := exec.Command(python, "-I", "-c", listFiles)
	listing.Env = []string{}
	output, err := listing.Output()
	if err != nil {
		return fmt.Errorf("the interpreter did not list its files: %w", err)
	}
	var files []string
	if err := json.Unmarshal(output, &files); err != nil {
		return fmt.Errorf("the interpreter did not list its files: %w", err)
	}
	l.readable = files
	for _, path := range alwaysReadable {
		if _, err := os.Stat(path); err == nil {
			l.readable = append(l.readable, path)
		}
	}
	return l.try(python)
}

// try runs an empty program under the policy.
func (l *launcher) try(python string) error {
	dir, err := os.MkdirTemp("", "coderuntime-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, args := l.Command(dir, []string{python, "-I", "-c", "import asyncio, json"})
	trial := &exec.Cmd{Path: path, Args: args, Env: []string{}, Dir: dir}
	output, err := trial.CombinedOutput()
	if err != nil {
		return fmt.Errorf("the interpreter does not start when it is confined: %w: %s",
			err, strings.ReplaceAll(string(bytes.TrimSpace(output)), "\n", "; "))
	}
	return nil
}

// Command returns the host's own program, which confines itself and executes argv.
func (l *launcher) Command(dir string, argv []string) (path string, args []string) {
	text, err := json.Marshal(policy{Read: l.readable, Write: dir})
	if err != nil {
		panic(err) // strings
	}
	return ownProgram, append([]string{argv0, string(text)}, argv...)
}
