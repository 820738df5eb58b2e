package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A peer is a process of Node that runs programs on one of the peers. It is started when it is first
// needed, and again if it has ended. It is safe for concurrent use, one task at a time.
type peer struct {
	dir, name string

	mu     sync.Mutex
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr bytes.Buffer
}

// peer returns the process of a peer.
func (s *Session) peer(name string) *peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peers[name] == nil {
		s.peers[name] = &peer{dir: s.config.Peers, name: name}
	}
	return s.peers[name]
}

func (p *peer) start() error {
	if p.cmd != nil {
		return nil
	}
	p.stderr.Reset()
	cmd := exec.Command("node", "peer.mjs", p.name)
	cmd.Dir = p.dir
	cmd.Stderr = &p.stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start node: %w", err)
	}
	p.cmd, p.stdin, p.stdout = cmd, stdin, bufio.NewReader(stdout)
	return nil
}

// do sends a task to the process and waits for its answer. If the process ends, or doesn't answer in
// time, the task has failed, and the next one gets a new process.
func (p *peer) do(ctx context.Context, t task) (answer, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.start(); err != nil {
		return answer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, peerDeadline)
	defer cancel()
	process := p.cmd.Process
	stop := context.AfterFunc(ctx, func() { _ = process.Kill() }) // its end is seen below
	defer stop()
	line, err := p.exchange(t)
	if err != nil {
		_ = p.end() // it has failed already
		if ctx.Err() != nil {
			return answer{}, fmt.Errorf("%s did not answer: %w", p.name, ctx.Err())
		}
		return answer{}, fmt.Errorf("%s ended: %w: %.200s", p.name, err, strings.TrimSpace(p.stderr.String()))
	}
	var a answer
	return a, json.Unmarshal(line, &a)
}

func (p *peer) exchange(t task) ([]byte, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	if _, err := p.stdin.Write(append(text, '\n')); err != nil {
		return nil, err
	}
	return p.stdout.ReadBytes('\n')
}

// end ends the process.
func (p *peer) end() error {
	if p.cmd == nil {
		return nil
	}
	_ = p.stdin.Close() // what matters is that it ends
	_ = p.cmd.Process.Kill()
	var exit *exec.ExitError
	err := p.cmd.Wait()
	p.cmd = nil
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

func (p *peer) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.end()
}

// asScript returns a whole program that prints how many nanoseconds the work took, and then its
// value as JSON. Lines before that are what it printed itself.
func (t task) asScript() string {
	return "import json, time\ndef main():\n" + indent(t.Program) + "\n" +
		"start = time.perf_counter_ns()\nvalue = main()\nprint(time.perf_counter_ns() - start)\n" +
		"print(json.dumps(value))\n"
}

var errNoCalls = errors.New("it has no host functions")

// byHand does a task in a process of python3 -I.
func byHand(ctx context.Context, python string, t task) (answer, error) {
	if t.Kind == "call" {
		return answer{}, errNoCalls
	}
	var stderr bytes.Buffer
	cmd := interpreter(ctx, python, "-I", "-c", t.asScript())
	cmd.Stderr = &stderr
	start := time.Now()
	out, err := cmd.Output()
	return scriptAnswer(t, string(out), stderr.String(), time.Since(start), err)
}

// scriptAnswer reads what a script printed.
func scriptAnswer(t task, stdout, stderr string, took time.Duration, err error) (answer, error) {
	if err != nil {
		lines := strings.Split(strings.TrimSpace(stderr), "\n")
		if last := lines[len(lines)-1]; last != "" {
			return answer{}, errors.New(last)
		}
		return answer{}, err
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if len(lines) < 2 {
		return answer{}, wrongf("it printed %.100q", stdout)
	}
	a := answer{Value: lines[len(lines)-1], Logs: len(lines) - 2, Nanoseconds: []float64{float64(took)}}
	if t.Kind == "work" {
		worked, err := strconv.ParseFloat(lines[len(lines)-2], 64)
		if err != nil {
			return answer{}, wrongf("it printed %.100q", stdout)
		}
		a.Nanoseconds[0] = worked
	}
	return a, nil
}
