package protocol

import (
	"bytes"
	"unicode/utf8"
)

// Pipe names the file descriptor that stray output came from.
type Pipe int

const (
	Stdout Pipe = 1
	Stderr Pipe = 2
)

// strayLine is the unfinished line of one pipe. Its bytes are kept raw, so that
// a character split between two reads stays whole.
type strayLine struct {
	raw     []byte
	cost    int // of raw[:metered], decoded
	metered int // what follows is at most the start of one character
}

// Stray takes the next bytes of stray output. Every line becomes an entry,
// without its newline; the two pipes are independent of each other.
func (l *Ledger) Stray(pipe Pipe, p []byte) {
	line := &l.stray[pipe-Stdout]
	for !l.closed && len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			l.extendStray(line, p)
			return
		}
		l.addStray(line, p[:end])
		p = p[end+1:]
	}
}

// EndStray marks the end of a pipe: a last line without a newline is an entry too.
func (l *Ledger) EndStray(pipe Pipe) {
	line := &l.stray[pipe-Stdout]
	if !l.closed && len(line.raw) > 0 {
		l.addStray(line, nil)
	}
}

// extendStray adds to an unfinished line. Once what both pipes hold cannot fit
// any more it truncates: a flood without a newline must not be kept until it
// ends. What the other pipe holds is committed before if it fits.
func (l *Ledger) extendStray(line *strayLine, p []byte) {
	other := &l.stray[0]
	if other == line {
		other = &l.stray[1]
	}
	// Every byte costs at least one: do not keep what cannot fit.
	if len(line.raw)+len(p)+other.cost+entryOverhead <= l.remaining {
		line.raw = append(line.raw, p...)
		cost, size := strayCost(line.raw[line.metered:])
		line.cost += cost
		line.metered += size
		if line.cost+other.cost+entryOverhead <= l.remaining {
			return
		}
	}
	if len(other.raw) > 0 {
		l.addStray(other, nil)
	}
	if !l.closed {
		l.truncate()
	}
}

// addStray commits a line that ends with rest, or truncates.
func (l *Ledger) addStray(line *strayLine, rest []byte) {
	if len(line.raw)+len(rest)+entryOverhead > l.remaining {
		l.truncate()
		return
	}
	raw := rest
	if len(line.raw) > 0 {
		raw = append(line.raw, rest...)
	}
	text := decodeUTF8(raw)
	cost := quotedCost(text) + entryOverhead
	if cost > l.remaining {
		l.truncate()
		return
	}
	l.remaining -= cost
	if cap(line.raw) > keptBuffer {
		line.raw = nil
	}
	*line = strayLine{raw: line.raw[:0]}
	l.add(text)
}

// strayCost is the cost of raw bytes once decoded, less the start of a character
// that may be completed by the next read, and how many bytes that covers.
func strayCost(p []byte) (cost, size int) {
	for size < len(p) {
		rest := p[size:]
		if c := rest[0]; c < utf8.RuneSelf {
			cost += 1 + int(escapeCost[c])
			size++
			continue
		}
		if !utf8.FullRune(rest) {
			break
		}
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			n = maximalSubpart(string(rest[:min(len(rest), utf8.UTFMax)]))
			cost += len(replacement)
		} else {
			cost += n
		}
		size += n
	}
	return cost, size
}
