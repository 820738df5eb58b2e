package steps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// killAfter is how long a command has between being asked to end and being killed.
const killAfter = 3 * time.Second

// Shell runs a step's commands. Their output goes to the build's log. Its methods may be called concurrently, except Record.
type Shell struct {
	dir    string
	log    *logger
	inputs []Input
}

// Dir is the step's own folder.
func (s *Shell) Dir() string { return s.dir }

// Record notes what went into the step.
func (s *Shell) Record(in Input) { s.inputs = append(s.inputs, in) }

// Logf writes a line to the log.
func (s *Shell) Logf(format string, args ...any) { fmt.Fprintf(s.log, format+"\n", args...) }

// Command is a program to run.
type Command struct {
	Args []string
	Dir  string   // the step's folder if empty
	Env  []string // added to a fixed minimal environment, NAME=VALUE
}

// Run runs a command to its end. When ctx ends, the command's process group is asked to end and then killed.
func (s *Shell) Run(ctx context.Context, c Command) error { return s.exec(ctx, c, s.log) }

// Output runs a command and returns its standard output.
func (s *Shell) Output(ctx context.Context, c Command) (string, error) {
	var out bytes.Buffer
	err := s.exec(ctx, c, &out)
	return out.String(), err
}

func (s *Shell) exec(ctx context.Context, c Command, stdout io.Writer) error {
	s.Logf("+ %s", strings.Join(c.Args, " "))
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	if cmd.Dir == "" {
		cmd.Dir = s.dir
	}
	cmd.Env = append(environment(), c.Env...)
	cmd.Stdout, cmd.Stderr = stdout, s.log
	cmd.WaitDelay = killAfter
	ownGroup(cmd)
	err := cmd.Run()
	endGroup(cmd)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Errorf("%s ended with %w", filepath.Base(c.Args[0]), err)
		}
		return fmt.Errorf("running %s: %w", c.Args[0], err)
	}
	return nil
}

// environment is what every command sees of ours, so that a build does not depend on the shell it was started from. Proxies are how
// some machines reach their package mirror.
func environment() []string {
	env := []string{"LC_ALL=C.UTF-8", "TZ=UTC"}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func (s *Shell) tail() []string { return s.log.lines() }
