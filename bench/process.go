package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// processBenchmark measures an interpreter that is started by hand, until it has ended.
func processBenchmark(subject, workload string, args ...string) Benchmark {
	return Benchmark{
		Name:     "Run/" + subject + "/" + workload,
		Baseline: baselineRun,
		Unit:     Nanoseconds,
		open: func(ctx context.Context, s *Session) (Operation, error) {
			python, err := s.python(ctx)
			if err != nil {
				return nil, err
			}
			return processAgain(python, args), nil
		},
	}
}

func processAgain(python string, args []string) Operation {
	return func(ctx context.Context, n int) (Samples, error) {
		var samples Samples
		for range n {
			start := time.Now()
			out, err := interpreter(ctx, python, args...).CombinedOutput()
			took := time.Since(start)
			if err != nil || len(out) > 0 {
				return samples, fmt.Errorf("python3 %s: %w: %.200s", strings.Join(args, " "), err, out)
			}
			samples.took(took)
		}
		return samples, nil
	}
}

// interpreter starts Python with an environment as bare as the native backend's.
func interpreter(ctx context.Context, python string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, python, args...)
	cmd.Env = []string{"TMPDIR=" + os.TempDir()}
	return cmd
}

var errNoCommand = errors.New("the path of the command coderun is not known")

// coldProcesses measures what a shell sees: from the start of a process to the first result. Caches
// are warm: the interpreter is built, compiled and its image is made.
func coldProcesses() []Benchmark {
	python := compared("ColdProcess", subjectPython, "print-1", subjectPython)
	python.open = func(ctx context.Context, s *Session) (Operation, error) {
		python, err := s.python(ctx)
		if err != nil {
			return nil, err
		}
		return firstLineOf(func(ctx context.Context) *exec.Cmd {
			return interpreter(ctx, python, "-I", "-c", "print(1)")
		}), nil
	}
	list := []Benchmark{python}
	for _, subject := range backends {
		list = append(list, Benchmark{
			Name:     "ColdProcess/" + subject + "/return-1",
			Baseline: python.Name,
			Unit:     Nanoseconds,
			open: func(ctx context.Context, s *Session) (Operation, error) {
				start, err := s.command(ctx, subject, "return 1")
				if err != nil {
					return nil, err
				}
				return firstLineOf(start), nil
			},
		})
	}
	return list
}

// command returns what makes a process of the command that runs a program.
func (s *Session) command(ctx context.Context, subject, text string) (func(ctx context.Context) *exec.Cmd, error) {
	if s.config.Coderun == "" {
		return nil, errNoCommand
	}
	if _, err := s.Runtime(ctx, subject); err != nil { // one line instead of one in each process
		return nil, err
	}
	python, err := s.python(ctx)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, s.config.Coderun, "run", "--backend", subject, "--python", python, "-")
		cmd.Stdin = strings.NewReader(text)
		return cmd
	}, nil
}

// firstLineOf measures the time to the first line of output, which must be "1".
func firstLineOf(start func(ctx context.Context) *exec.Cmd) Operation {
	return func(ctx context.Context, n int) (Samples, error) {
		var samples Samples
		for range n {
			cmd := start(ctx)
			began := time.Now()
			line, wait, err := firstLine(cmd)
			took := time.Since(began)
			if err == nil {
				err = wait()
			}
			if err != nil {
				return samples, err
			}
			if line != "1\n" {
				return samples, wrongf("%q, want 1", line)
			}
			samples.took(took)
		}
		return samples, nil
	}
}

// firstLine starts a process and returns its first line of output, and what waits for its end.
func firstLine(cmd *exec.Cmd) (line string, wait func() error, err error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	reader := bufio.NewReader(stdout)
	line, readErr := reader.ReadString('\n')
	wait = func() error {
		_, _ = io.Copy(io.Discard, reader)
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%w: %.200s", err, strings.TrimSpace(stderr.String()))
		}
		return nil
	}
	if readErr != nil {
		return "", nil, errors.Join(wait(), readErr)
	}
	return line, wait, nil
}
