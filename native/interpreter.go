//go:build unix

package native

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"coderuntime/assets"
)

const (
	// probeDeadline is how long an interpreter may take to say what it is.
	probeDeadline = 5 * time.Second
	// maxProbeOutput bounds what is read of its answer, most of which is the compiled guest.
	maxProbeOutput = 16 << 20
	// maxVersionLine bounds the first line of the answer.
	maxVersionLine = 1 << 10

	pythonAdvice = "set Config.Python to a CPython 3.10 or newer"
)

// An interpreter is a CPython that has been found to be one.
type interpreter struct {
	path string
	// guest is what the launch script reads: the Python side of a run, compiled by this interpreter
	// and marshalled by it, behind a byte for an interpreter that has a program. guestAhead is the
	// same for one that is started ahead of it.
	guest, guestAhead []byte
}

// findInterpreter resolves Config.Python, probes what it finds and has it compile the guest.
func findInterpreter(python string, limits map[string]int64) (interpreter, error) {
	path, err := resolvePython(python)
	if err != nil {
		return interpreter{}, err
	}
	found, err := probe(path, limits)
	if err != nil {
		return interpreter{}, fmt.Errorf("coderuntime: Config.Python %q %w; %s", path, err, pythonAdvice)
	}
	if filepath.IsAbs(python) || strings.ContainsRune(python, '/') || !isExecutableFile(found.path) {
		found.path = path
	}
	return found, nil
}

// resolvePython returns the absolute path of the interpreter that a configuration names.
func resolvePython(python string) (string, error) {
	if python == "" {
		python = "python3"
	}
	if strings.ContainsRune(python, 0) {
		return "", fmt.Errorf("coderuntime: Config.Python must be a non-empty path without NUL bytes; %s", pythonAdvice)
	}
	if strings.ContainsRune(python, '/') {
		path, err := filepath.Abs(python)
		if err != nil {
			return "", fmt.Errorf("coderuntime: Config.Python %q: %w", python, err)
		}
		if !isExecutableFile(path) {
			return "", fmt.Errorf("coderuntime: Config.Python %q is not an executable regular file; %s", path, pythonAdvice)
		}
		return path, nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, python)
		if filepath.IsAbs(dir) && isExecutableFile(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("coderuntime: Config.Python %q does not resolve on PATH; install it (Debian: apt-get install python3) or %s",
		python, pythonAdvice)
}

func isExecutableFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && isExecutable(path)
}

// probe asks an interpreter for its version and to compile the guest. Its errors are the end of a
// sentence about it.
func probe(path string, limits map[string]int64) (interpreter, error) {
	request, err := json.Marshal(map[string]any{"sources": assets.Guest(), "limits": limits})
	if err != nil {
		panic(err) // strings and integers
	}
	answer, err := runProbe(path, request)
	if err != nil {
		return interpreter{}, fmt.Errorf("failed the CPython version probe: %w", err)
	}
	line, rest, _ := bytes.Cut(answer, []byte("\n"))
	if err := checkVersion(string(line[:min(len(line), maxVersionLine)])); err != nil {
		return interpreter{}, err
	}
	var header struct {
		Executable string `json:"executable"`
		Size       int    `json:"size"` // of the compiled guest, in bytes
	}
	line, guest, _ := bytes.Cut(rest, []byte("\n"))
	if json.Unmarshal(line, &header) != nil || header.Size == 0 {
		return interpreter{}, errors.New("failed the CPython version probe: it did not compile the guest")
	}
	if len(guest) != header.Size { // the pipe was given up before all was read, on a busy machine say
		return interpreter{}, fmt.Errorf("failed the CPython version probe: %d of %d bytes of the compiled guest came; try again", len(guest), header.Size)
	}
	return interpreter{
		path:       header.Executable,
		guest:      append([]byte{'p'}, guest...),
		guestAhead: append([]byte{'a'}, guest...),
	}, nil
}

// runProbe runs the probe script in a process group of its own, which is killed at the deadline.
func runProbe(path string, request []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), probeDeadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-I", "-c", assets.Guest()["probe"])
	cmd.Env = []string{"TMPDIR=" + os.TempDir()}
	cmd.Stdin = bytes.NewReader(request)
	output := &boundedBuffer{room: maxProbeOutput}
	cmd.Stdout = output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // for a descendant that keeps the pipes
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("no answer within %v", probeDeadline)
	case err != nil && !isBrokenPipe(err):
		return nil, withoutPath(err)
	}
	return output.Bytes(), nil
}

// checkVersion reads the line "cpython 3 11 7".
func checkVersion(line string) error {
	words := strings.Fields(line)
	if len(words) != 4 {
		return errors.New("did not report a CPython version")
	}
	numbers := make([]int, 3)
	for i, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			return errors.New("did not report a CPython version")
		}
		numbers[i] = n
	}
	if words[0] != "cpython" {
		return fmt.Errorf("must be CPython, got %s", words[0])
	}
	if numbers[0] < 3 || numbers[0] == 3 && numbers[1] < 10 {
		return fmt.Errorf("must be CPython 3.10 or newer, got cpython %d.%d.%d", numbers[0], numbers[1], numbers[2])
	}
	return nil
}

// boundedBuffer keeps the first room bytes that are written to it.
type boundedBuffer struct {
	bytes.Buffer
	room int
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.room-b.Len())]
	b.Buffer.Write(kept)
	return len(p), nil
}

// isBrokenPipe reports whether a peer has gone away, which is no news where its exit is awaited.
func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// withoutPath takes the names of files off an error: messages go to programs' authors.
func withoutPath(err error) error {
	var path *os.PathError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &call):
		return call.Err
	}
	return err
}
