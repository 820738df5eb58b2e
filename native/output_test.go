//go:build linux

package native

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func TestOutputAroundThePythonStreamsIsCapturedLineByLine(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Log: 512 * coderuntime.KiB}})
	for _, c := range []struct {
		name, program string
		logs          []string
	}{
		{"both descriptors", "import os\nos.write(1, b'out\\n')\nos.write(2, b'err\\n')", []string{"out", "err"}}, // seed: 242
		{"200,000 bytes without a newline", "import os\nleft = b'x' * 200_000\nwhile left: left = left[os.write(1, left):]",
			[]string{strings.Repeat("x", 200_000)}}, // seed: 66
		{"three lines in one write", "import os\nos.write(1, b'one\\ntwo\\nthree')", []string{"one", "two", "three"}},                 // seed: 67
		{"a lead byte without its rest", `import os; os.write(1, b"\xe4A\n")`, []string{"\uFFFDA"}},                                   // seed: 75
		{"a sequence that is cut by the end", `import os; os.write(1, b"x\xe2\x82")`, []string{"x\uFFFD"}},                            // seed: 240
		{"control and other characters", `import os; os.write(1, "\t\"'\\\x01é\n".encode())`, []string{"\t\"'\\\x01é"}},               // seed: 76
		{"the original streams, not flushed", "import sys\nsys.__stdout__.write('a')\nsys.__stderr__.write('b')", []string{"a", "b"}}, // seed: 243
		{"what a process that it starts writes", "import subprocess\nsubprocess.run(['/bin/echo', 'hello'])", []string{"hello"}},
		{"characters split between writes", `
import os, time
for char in "é€𝄞":
    for byte in char.encode():
        os.write(1, bytes([byte]))
        time.sleep(0.01)`, []string{"é€𝄞"}}, // seed: 239
	} {
		t.Run(c.name, func(t *testing.T) {
			result := runProgram(t, r, c.program)
			requireValue(t, "null", result)
			assert.ElementsMatch(t, c.logs, result.Logs)
		})
	}
}

func TestEachOutputPipeKeepsItsOrder(t *testing.T) { // seed: 68
	result := runIn(t, Config{}, `
import os
for i in range(200):
    os.write(1, b"out %d\n" % i)
    os.write(2, b"err %d\n" % i)`)
	requireValue(t, "null", result)
	next := map[string]int{}
	for _, line := range result.Logs {
		pipe, number, _ := strings.Cut(line, " ")
		assert.Equal(t, next[pipe], atoi(t, number))
		next[pipe]++
	}
	assert.Equal(t, map[string]int{"out": 200, "err": 200}, next)
}

func TestOutputOverTheBudgetEndsWithOneMarker(t *testing.T) {
	const marker = "[coderuntime] log capture truncated at 4096 bytes"
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Log: 4096, Memory: 400 * coderuntime.MiB}})
	for _, c := range []struct {
		name, program string
		logs          []string // nil: any that fit
	}{
		{"2 MB without a newline", "import os\nleft = b'x' * 2_000_000\nwhile left: left = left[os.write(1, left):]", []string{marker}},                    // seed: 69
		{"2 MB in lines", "import os\nfor _ in range(2000): os.write(1, b'x' * 999 + b'\\n')", nil},                                                        // seed: 69
		{"4000 NULs, which cost six bytes each", "import os\nos.write(1, bytes(4000))", []string{marker}},                                                  // seed: 71
		{"a line after the one that is too long", "import os\nos.write(1, b'x' * 5000 + b'\\nsecond\\n')", []string{marker}},                               // seed: 74
		{"what is written after the guest has truncated", "import os\nprint('x' * 5000)\nawait host.ready(1)\nos.write(1, b'later\\n')", []string{marker}}, // seed: 203
		{"340 MiB with a newline at the end", "import sys\nsys.stdout.write('\\n'.rjust(340 << 20, 'x'))", []string{marker}},                               // seed: 212
		{"one character and 340 MiB", "import sys\nsys.stdout.write('y')\nsys.stdout.write('x' * (340 << 20))", []string{marker}},                          // seed: 213
		{"one character and 340 MiB with a newline at the end",
			"import sys\nsys.stdout.write('y')\nsys.stdout.write('\\n'.rjust(340 << 20, 'x'))", []string{marker}}, // seed: 214
	} {
		t.Run(c.name, func(t *testing.T) {
			host, _ := signalling()
			result := runProgram(t, r, c.program+"\nreturn 1", host)
			requireValue(t, "1", result)
			require.NotEmpty(t, result.Logs)
			assert.Equal(t, marker, result.Logs[len(result.Logs)-1])
			if c.logs != nil {
				assert.Equal(t, c.logs, result.Logs)
			}
			assert.Less(t, len(strings.Join(result.Logs[:len(result.Logs)-1], "")), 4096)
			assert.Equal(t, 1, strings.Count(strings.Join(result.Logs, "\n"), marker))
		})
	}
}

func TestOutputWrittenJustBeforeTheEndIsKept(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Wall: 3 * time.Second, Grace: quickGrace}})
	result := runProgram(t, r, "import os\nos.write(2, b'fatal')\nos._exit(1)")
	requireFailure(t, result, "code=1", coderuntime.FailureWorkerExit)
	assert.Equal(t, []string{"fatal"}, result.Logs)
	result = runProgram(t, r, "print('tail', end='', flush=True)\nwhile True: pass")
	requireFailure(t, result, "wall-clock", coderuntime.FailureTimeout)
	assert.Equal(t, []string{"tail"}, result.Logs)
}

func TestLogEntriesAreReportedAsTheyCome(t *testing.T) {
	r := newRuntime(t, Config{})
	entries := make(chan string, 8)
	results := make(chan coderuntime.Result, 1)
	host, _ := signalling()
	go func() {
		result, err := r.Run(t.Context(), coderuntime.Request{
			Program:  "import os\nprint('printed')\nos.write(1, b'written\\n')\nawait host.ready(1)\nprint('last')",
			Bindings: []coderuntime.Namespace{host},
			OnLog:    func(entry string) { entries <- entry },
		})
		assert.NoError(t, err)
		results <- result
	}()
	assert.ElementsMatch(t, []string{"printed", "written"}, []string{receive(t, entries), receive(t, entries)})
	assert.Equal(t, "last", receive(t, entries))
	assert.Len(t, receive(t, results).Logs, 3)
}
