package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var backends = []string{"wasm", "native"}

// coderun runs the command as a shell would and returns what it wrote and its status.
func coderun(t *testing.T, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	return coderunUntil(t, context.Background(), stdin, args...)
}

func coderunUntil(t *testing.T, ctx context.Context, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	status = command(ctx, args, console{strings.NewReader(stdin), &out, &err})
	return out.String(), err.String(), status
}

func programFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program.py")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestBadInputIsOneLineAndStatus2(t *testing.T) {
	good := programFile(t, "return 1")
	latin1 := programFile(t, "print('\xe9')")
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"unknown command", []string{"fly"}, `unknown command "fly"`},
		{"no program", []string{"run"}, "give one program"},
		{"two programs", []string{"run", good, good}, "give one program"},
		{"missing file", []string{"run", "no-such.py"}, "cannot read the program"},
		{"directory", []string{"run", t.TempDir()}, "cannot read the program"},
		{"not UTF-8", []string{"run", latin1}, "is not UTF-8 text"},
		{"unknown flag", []string{"run", "--fast", good}, "--help lists the flags"},
		{"unknown backend", []string{"run", "--backend", "jvm", good}, "use wasm, native or auto"},
		{"binding without a command", []string{"run", "--bind", "tools.add", good}, "NAMESPACE.NAME=COMMAND"},
		{"binding without a namespace", []string{"run", "--bind", "add=cat", good}, "NAMESPACE.NAME=COMMAND"},
		{"binding bound twice", []string{"run", "--bind", "a.b=cat", "--bind", "a.b=cat", good}, "bound twice"},
		{"binding with a bad name", []string{"run", "--bind", "class.b=cat", good}, `"class" is not a usable Python identifier`},
		{"wall that is no time", []string{"run", "--wall", "soon", good}, "length of time"},
		{"negative wall", []string{"run", "--wall", "-1s", good}, "must be positive"},
		{"memory that is no size", []string{"run", "--memory", "lots", good}, "is not a size"},
		{"memory below the interpreter's", []string{"run", "--memory", "1MiB", good}, "interpreter baseline"},
		{"part of a CPU second", []string{"run", "--cpu", "0.5", good}, "positive integer of seconds"},
		{"assets without a word", []string{"assets"}, "say what to do"},
		{"assets with an unknown word", []string{"assets", "eat"}, `unknown word "eat"`},
		{"conformance with an argument", []string{"conformance", "x"}, "takes no arguments"},
		{"no such case", []string{"conformance", "--backend", "native", "--case", "no such case"}, "no case has"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := coderun(t, "", tc.args...)
			assert.Equal(t, exitMisuse, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		})
	}
}

func TestMissingAssetsAreNamedWithTheCommandThatBuildsThem(t *testing.T) {
	t.Setenv("CODERUNTIME_CACHE", filepath.Join(t.TempDir(), "empty"))
	for _, args := range [][]string{
		{"run", programFile(t, "return 1")},
		{"assets", "path"},
		{"assets", "verify"},
	} {
		_, stderr, status := coderun(t, "", args...)
		assert.Equal(t, exitMisuse, status, args)
		assert.Contains(t, stderr, "coderun assets build", args)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}

func TestAutoFallsBackToNativeAndSaysWhy(t *testing.T) {
	t.Setenv("CODERUNTIME_CACHE", filepath.Join(t.TempDir(), "empty"))
	stdout, stderr, status := coderun(t, "return 1", "run", "--backend", "auto", "-")
	assert.Equal(t, exitCompleted, status)
	assert.Equal(t, "1\n", stdout)
	assert.Contains(t, stderr, "native backend: ")
}

func TestTheStatusSaysHowTheProgramEnded(t *testing.T) {
	for _, name := range backends {
		for _, tc := range []struct {
			name, program string
			args          []string
			status        int
			stdout        string
			stderr        string
		}{
			{"completed", "print('hi')\nreturn {'a': [1, None]}", nil, exitCompleted, "hi\n{\"a\":[1,null]}\n", ""},
			{"exception", "print('hi')\nraise ValueError('no')", nil, exitFailed, "hi\n", "ValueError: no"},
			{"invalid output", "return {1}", nil, exitFailed, "", "invalid-output: "},
			{"output limit", "return 'x' * 100", []string{"--max-value", "64"}, exitFailed, "", "output-limit: "},
			{"wall", "while True: pass", []string{"--wall", "1s"}, exitTimeout, "", "timeout: wall-clock ceiling reached (1000ms)"},
			{"CPU", "while True: pass", []string{"--cpu", "1"}, exitTimeout, "", "timeout: CPU time exhausted"},
			{"worker exit", "import os\nos._exit(7)", nil, exitWorkerExit, "", "worker-exit: python exited (code=7"},
		} {
			t.Run(name+"/"+tc.name, func(t *testing.T) {
				args := append([]string{"run", "--backend", name, "-"}, tc.args...)
				stdout, stderr, status := coderun(t, tc.program, args...)
				assert.Equal(t, tc.status, status)
				assert.Equal(t, tc.stdout, stdout)
				assert.Contains(t, stderr, tc.stderr)
			})
		}
	}
}

func TestBothBackendsGiveTheSameJSONApartFromStats(t *testing.T) { // seed: 268
	program := `
import asyncio
print("one", "two")
sums = await asyncio.gather(*(tools.add([n, n]) for n in range(3)))
try:
    await tools.fail({})
except RuntimeError as problem:
    print(problem)
return {"sums": sums, "text": "\u00e9\U0001f600\ud800", "big": 2**60}
`
	var outputs []map[string]json.RawMessage
	for _, name := range backends {
		stdout, stderr, status := coderun(t, program, "run", "--backend", name, "--json",
			"--bind", `tools.add=tr -d '[]' | tr , ' ' | { read a b; echo $((a + b)); }`,
			"--bind", `tools.fail=echo not today >&2; exit 3`, "-")
		assert.Equal(t, exitCompleted, status)
		assert.Empty(t, stderr)
		assert.Equal(t, 1, strings.Count(stdout, "\n"))
		var object map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(stdout), &object))
		require.Contains(t, object, "stats")
		delete(object, "stats")
		outputs = append(outputs, object)
	}
	assert.Equal(t, outputs[0], outputs[1])
	assert.JSONEq(t, `["one two","not today"]`, string(outputs[0]["logs"]))
	assert.Equal(t, `{"sums":[0,2,4],"text":"é😀\ud800","big":1152921504606846976}`, string(outputs[0]["value"]))
	assert.NotContains(t, outputs[0], "error")
}

func TestTheJSONOfAFailureHasNoValue(t *testing.T) {
	for _, name := range backends {
		stdout, _, status := coderun(t, "return {1}", "run", "--backend", name, "--json", "-")
		assert.Equal(t, exitFailed, status)
		var object struct {
			Value *json.RawMessage
			Logs  []string
			Error struct{ Kind, Message string }
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &object))
		assert.Nil(t, object.Value)
		assert.NotNil(t, object.Logs)
		assert.Equal(t, "invalid-output", object.Error.Kind)
		assert.Equal(t, "program completion must be lossless JSON (unsupported type (set))", object.Error.Message)
	}
}

func TestAnInterruptEndsTheRunAsAbort(t *testing.T) {
	for _, name := range backends {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			started := filepath.Join(t.TempDir(), "started")
			go func() {
				for {
					if _, err := os.Stat(started); err == nil {
						cancel(errInterrupted)
						return
					}
					time.Sleep(time.Millisecond)
				}
			}()
			_, stderr, status := coderunUntil(t, ctx, "await tools.hang(None)", "run", "--backend", name,
				"--bind", "tools.hang=touch "+started+"; sleep 60", "-")
			assert.Equal(t, exitAbort, status)
			assert.Equal(t, "abort: interrupted\n", stderr)
		})
	}
}

func TestTheStandardModulesGiveEqualResults(t *testing.T) {
	program := `
import asyncio, csv, datetime, decimal, dataclasses, hashlib, io, json, re, statistics

@dataclasses.dataclass
class Point:
    x: int
    y: int

rows = list(csv.reader(io.StringIO("a,b\n1,\"x,y\"\n")))
await asyncio.sleep(0)
return [
    json.loads(json.dumps({"k": [1, 2.5, None]})),
    re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"),
    datetime.datetime(2024, 2, 29, 12).isoformat(),
    str(decimal.Decimal(1) / decimal.Decimal(7)),
    dataclasses.asdict(Point(1, 2)),
    statistics.stdev([1, 2, 3, 4]),
    rows,
    hashlib.sha256(b"x").hexdigest(),
]
`
	var outputs []string
	for _, name := range backends {
		stdout, stderr, status := coderun(t, program, "run", "--backend", name, "-")
		require.Equal(t, exitCompleted, status, stderr)
		outputs = append(outputs, stdout)
	}
	assert.Equal(t, outputs[0], outputs[1])
	assert.Contains(t, outputs[0], "0.1428571428571428571428571429")
}

func TestTheExamplesRun(t *testing.T) {
	for _, name := range backends {
		stdout, stderr, status := coderun(t, "", "run", "--backend", name, "../../examples/hello.py")
		assert.Equal(t, exitCompleted, status, stderr)
		assert.Contains(t, stdout, "hello from Python 3.")
		assert.Contains(t, stdout, "\n{\"answer\":42}\n")
	}
}

func TestConformanceRunsTheContractAndTheCorpus(t *testing.T) {
	for only, suites := range map[string][]string{
		"float":        {"the contract: ", "the corpus: "},
		"numbers/flo":  {"the corpus: "},
		"Every stray ": {"the contract: 1 passed, 0 failed, 0 not applicable\n"},
	} {
		stdout, _, status := coderun(t, "", "conformance", "--backend", "native", "--case", only)
		assert.Equal(t, exitCompleted, status, stdout)
		for _, suite := range suites {
			assert.Contains(t, stdout, "\n"+suite)
		}
		assert.Equal(t, len(suites), strings.Count(stdout, "not applicable"), stdout)
	}
}
