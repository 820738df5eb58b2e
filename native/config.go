package native

import (
	"fmt"
	"os"
	"path/filepath"

	"coderuntime"
)

// Config says how programs are run. The zero value runs python3 from PATH under the default limits.
type Config struct {
	// Limits are the budgets of each run.
	Limits coderuntime.Limits

	// Python is the interpreter, CPython 3.10 or newer; "python3" if empty. It is looked up and
	// asked for its version by New, and fixed from then on.
	//
	// A name without a slash is searched in the absolute entries of PATH, and stands for the
	// interpreter that answers there: the shim of a version manager runs once, in New. A path is
	// used for every run as it is, so it may name a script that prepares something and then
	// executes an interpreter.
	Python string

	// Prestart is how many interpreters are kept started and waiting, so that a run need not wait
	// for one. Each serves one run and is then replaced. They end with the runtime. Default 0.
	Prestart int

	// OpenFiles is how many file descriptors a process may have. Default 1024.
	OpenFiles int

	// FileSize is the size to which a process may write a file. Default 1 GiB.
	FileSize coderuntime.ByteSize

	// Processes is how many processes and threads the user may have in all, those outside the run
	// included, for a process of the run to be allowed to start one more. Default 4096. The kernel
	// does not hold root to it.
	Processes int

	// Launcher, if set, starts the interpreters; package coderuntime/native/confine has one that takes
	// their authority away first.
	Launcher Launcher

	// TempDir is the directory in which the private directories of runs are made; if empty, the
	// one that os.TempDir names when New is called. New also removes, in the background, what hosts
	// that were killed have left of theirs there: directories of the same user, made since the
	// machine was started, that no host holds.
	TempDir string
}

// A Launcher starts interpreters through a program of its own, which executes them in the end. It
// must keep the process, its descriptors and its environment.
type Launcher interface {
	// Prepare is called by New with the path of the interpreter. Its error says why the launcher
	// cannot do here what it is for.
	Prepare(python string) error
	// Command returns the program to start, and its arguments from the zeroth on, so that argv is
	// executed for a run whose private directory is dir. It is safe for concurrent use.
	Command(dir string, argv []string) (path string, args []string)
}

const (
	defaultOpenFiles = 1024
	defaultFileSize  = coderuntime.GiB
	defaultProcesses = 4096
)

// resolve returns the configuration with its defaults, or an error that names a bad field.
func (c Config) resolve() (Config, error) {
	var err error
	if c.Limits, err = c.Limits.Resolve(); err != nil {
		return c, err
	}
	for _, field := range []struct {
		name         string
		value        int64
		fill         func()
		defaultValue bool
	}{
		{"OpenFiles", int64(c.OpenFiles), func() { c.OpenFiles = defaultOpenFiles }, c.OpenFiles == 0},
		{"FileSize", int64(c.FileSize), func() { c.FileSize = defaultFileSize }, c.FileSize == 0},
		{"Processes", int64(c.Processes), func() { c.Processes = defaultProcesses }, c.Processes == 0},
	} {
		if field.defaultValue {
			field.fill()
		} else if field.value < 0 {
			return c, fmt.Errorf("coderuntime: Config.%s must be a positive integer, got %d", field.name, field.value)
		}
	}
	if c.OpenFiles < minOpenFiles {
		return c, fmt.Errorf("coderuntime: Config.OpenFiles must be at least %d, which an interpreter needs itself, got %d",
			minOpenFiles, c.OpenFiles)
	}
	if c.Prestart < 0 {
		return c, fmt.Errorf("coderuntime: Config.Prestart must not be negative, got %d", c.Prestart)
	}
	if c.TempDir == "" {
		c.TempDir = os.TempDir()
	}
	if c.TempDir, err = filepath.Abs(c.TempDir); err != nil {
		return c, fmt.Errorf("coderuntime: Config.TempDir: %w", err)
	}
	return c, nil
}

// minOpenFiles leaves an interpreter room for its standard streams, its event loop and an import.
const minOpenFiles = 16
