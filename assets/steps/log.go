package steps

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

const (
	tailLines  = 15
	maxLogLine = 4000 // bytes; the link line of an interpreter is longer and says nothing new
)

// logger puts the name of a step before every line it writes to the shared log, and keeps the last of them. Safe for concurrent use.
type logger struct {
	name  string
	write func(line string)

	mu      sync.Mutex
	partial []byte
	last    []string
}

func (r *run) logger(name string) *logger {
	return &logger{name: name, write: func(line string) {
		if r.Log != nil {
			r.mu.Lock()
			defer r.mu.Unlock()
			fmt.Fprintln(r.Log, line)
		}
	}}
}

func (l *logger) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.partial = append(l.partial, p...)
	for {
		line, rest, ok := bytes.Cut(l.partial, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		l.line(string(line))
		l.partial = append(l.partial[:0], rest...)
	}
}

func (l *logger) line(line string) {
	line = strings.TrimRight(line, "\r")
	if len(line) > maxLogLine {
		line = line[:maxLogLine] + " …"
	}
	l.write(l.name + "| " + line)
	if len(l.last) == tailLines {
		l.last = l.last[1:]
	}
	l.last = append(l.last, line)
}

// lines ends an unfinished line and returns the last ones.
func (l *logger) lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.partial) > 0 {
		l.line(string(l.partial))
		l.partial = nil
	}
	return append([]string(nil), l.last...)
}
