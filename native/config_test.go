//go:build linux

package native

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/protocol"
)

func TestABadConfigurationIsRefusedWhenTheRuntimeIsMade(t *testing.T) {
	limits := func(l coderuntime.Limits) Config { return Config{Limits: l} }
	const mib, gib = coderuntime.MiB, coderuntime.GiB
	for _, c := range []struct {
		name   string
		config Config
		reason string
	}{
		{"negative CPU", limits(coderuntime.Limits{CPU: -1}), "must be a positive number"},                              // seed: 3
		{"negative wall", limits(coderuntime.Limits{Wall: -1}), "must be a positive number"},                            // seed: 3
		{"negative grace", limits(coderuntime.Limits{Grace: -1}), "must be a positive number"},                          // seed: 3
		{"a fraction of a second of CPU", limits(coderuntime.Limits{CPU: 1500 * time.Millisecond}), "positive integer"}, // seed: 4
		{"negative log", limits(coderuntime.Limits{Log: -1}), "must be a positive integer"},                             // seed: 5
		{"negative value", limits(coderuntime.Limits{Value: -1}), "must be a positive integer"},                         // seed: 5
		{"log over one frame", limits(coderuntime.Limits{Log: coderuntime.MaxOutput + 1, Memory: 4 * gib}),
			"must not exceed 67108800"}, // seed: 7
		{"value over one frame", limits(coderuntime.Limits{Value: coderuntime.MaxOutput + 1, Memory: 4 * gib}),
			"must not exceed 67108800"}, // seed: 7
		{"a NUL in the interpreter", Config{Python: "py\x00thon"}, "must be a non-empty path without NUL bytes"}, // seed: 10
		{"wall over 31 bits", limits(coderuntime.Limits{Wall: coderuntime.MaxWall + time.Millisecond}),
			"must not exceed 2147483647"}, // seed: 21
		{"grace over 31 bits", limits(coderuntime.Limits{Grace: coderuntime.MaxGrace + time.Millisecond}),
			"must not exceed 2147481647"}, // seed: 21
		{"50 MB of log in 256 MiB", limits(coderuntime.Limits{Log: 50_000_000, Memory: 256 * mib}), "12x worst-case"}, // seed: 72
		{"50 MB of value in 256 MiB", limits(coderuntime.Limits{Value: 50_000_000, Memory: 256 * mib}),
			"12x worst-case"}, // seed: 72
		{"48 MiB of log in 512 MiB", limits(coderuntime.Limits{Log: 48 * mib}), "12x worst-case"},            // seed: 72
		{"64 MiB of memory", limits(coderuntime.Limits{Memory: 64 * mib}), "67108864-byte interpreter base"}, // seed: 72
		{"32 MiB of memory", limits(coderuntime.Limits{Memory: 32 * mib}), "67108864-byte interpreter base"}, // seed: 72
		{"63 bytes of log", limits(coderuntime.Limits{Log: 63}), "must be at least 64"},                      // seed: 218
		{"negative open files", Config{OpenFiles: -1}, "OpenFiles must be a positive integer"},
		{"too few open files", Config{OpenFiles: 3}, "OpenFiles must be at least 16"},
		{"negative file size", Config{FileSize: -1}, "FileSize must be a positive integer"},
		{"negative processes", Config{Processes: -1}, "Processes must be a positive integer"},
		{"negative prestart", Config{Prestart: -1}, "Prestart must not be negative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.config)
			require.ErrorContains(t, err, c.reason)
			assert.NotContains(t, err.Error(), "\n")
			assert.Regexp(t, "^coderuntime: ", err.Error())
		})
	}
}

func TestAConfigurationAtItsBoundsIsTaken(t *testing.T) {
	for _, limits := range []coderuntime.Limits{
		{}, // seed: 72
		{CPU: math.MaxInt64 / time.Second * time.Second}, // seed: 6
		{Memory: math.MaxInt64},                          // seed: 6
		{Log: coderuntime.MaxOutput, Value: coderuntime.MaxOutput, Memory: 4 * coderuntime.GiB}, // seed: 7
		{Wall: coderuntime.MaxWall, Grace: coderuntime.MaxGrace},                                // seed: 21
		{Log: coderuntime.MinLog, Value: 1},
	} {
		newRuntime(t, Config{Limits: limits})
	}
	assert.EqualValues(t, coderuntime.MaxOutput, protocol.MaxFrameBytes-protocol.FrameEnvelopeBytes)
}

func TestAnInterpreterThatCannotServeIsRefusedWithTheReason(t *testing.T) {
	real := pythonPath(t) // before PATH is another
	plain := filepath.Join(t.TempDir(), "plain")
	require.NoError(t, os.WriteFile(plain, nil, 0o644))
	reports := func(line string) string {
		return script(t, "python", "#!/bin/sh\ncat >/dev/null\necho '"+line+"'\n")
	}
	t.Setenv("PATH", t.TempDir())
	for _, c := range []struct{ name, python, reason string }{
		{"a name that is nowhere on PATH", "python3-nowhere", "does not resolve on PATH"},         // seed: 133
		{"a missing path", "/nowhere/python3", "is not an executable regular file"},               // seed: 11
		{"a missing relative path", "./nowhere/python3", "is not an executable regular file"},     // seed: 11
		{"a file without the right to execute it", plain, "is not an executable regular file"},    // seed: 11
		{"a directory", t.TempDir(), "is not an executable regular file"},                         // seed: 11
		{"one that says nothing useful", reports("hello"), "did not report a CPython version"},    // seed: 12
		{"one that says nothing", reports(""), "did not report a CPython version"},                // seed: 12
		{"one with an odd version", reports("cpython 3 x 1"), "did not report a CPython version"}, // seed: 12
		{"CPython 2.99", reports("cpython 2 99 0"), "3.10 or newer, got cpython 2.99.0"},          // seed: 12
		{"CPython 3.9.6", reports("cpython 3 9 6"), "3.10 or newer, got cpython 3.9.6"},           // seed: 12
		{"PyPy", reports("pypy 3 10 1"), "must be CPython, got pypy"},                             // seed: 12
		{"one that does not compile", reports("cpython 3 11 0"), "did not compile the guest"},     // seed: 12
		{"one whose answer is cut short", script(t, "p", "#!/bin/sh\n'"+real+"' \"$@\" | head -c 5000\n"), "bytes of the compiled guest came"},
		{"one that fails", script(t, "p", "#!/bin/sh\nexit 7\n"), "version probe: exit status 7"},      // seed: 12
		{"one that is no program", script(t, "p", "\x7fELF but not"), "failed the CPython version pr"}, // seed: 12
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(Config{Python: c.python})
			require.ErrorContains(t, err, c.reason)
			assert.ErrorContains(t, err, "set Config.Python")
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestAnInterpreterThatDoesNotAnswerIsKilledAtTheDeadline(t *testing.T) { // seed: 262
	begun := time.Now()
	_, err := New(Config{Python: script(t, "python3", "#!/bin/sh\nsleep 60\n")})
	require.ErrorContains(t, err, "no answer within 5s")
	assert.Less(t, time.Since(begun), 2*probeDeadline)
}

func TestAnInterpreterNewerThanAnyKnownIsTaken(t *testing.T) { // seed: 12
	newer := script(t, "python3", "#!/bin/sh\n'"+pythonPath(t)+"' \"$@\" | { read -r version; echo 'cpython 4 0 0'; cat; }\n")
	_, err := New(Config{Python: newer})
	require.NoError(t, err)
}

func TestTheInterpreterIsTheFirstOneOnPathThatCanBeExecuted(t *testing.T) {
	real := pythonPath(t)
	withLink := func() string {
		dir := t.TempDir()
		require.NoError(t, os.Symlink(real, filepath.Join(dir, "python3")))
		return dir
	}
	withDirectory := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(withDirectory, "python3"), 0o755))
	withPlainFile := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(withPlainFile, "python3"), nil, 0o644))
	first, second := withLink(), withLink()
	here := t.TempDir()
	require.NoError(t, os.Symlink(real, filepath.Join(here, "python3")))
	t.Chdir(here)
	for _, c := range []struct {
		name string
		path []string
	}{
		{"a bare name", []string{first, second}},                                      // seed: 132
		{"a directory of that name is passed over", []string{withDirectory, first}},   // seed: 20
		{"a file that is no program is passed over", []string{withPlainFile, first}},  // seed: 20
		{"relative and empty entries are passed over", []string{".", "", "x", first}}, // seed: 18
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PATH", strings.Join(c.path, string(os.PathListSeparator)))
			found, err := resolvePython("")
			require.NoError(t, err)
			assert.Equal(t, filepath.Join(first, "python3"), found)
			requireValue(t, "1", runIn(t, Config{Python: "python3"}, "return 1"))
		})
	}
}

func TestTheInterpreterIsFixedWhenTheRuntimeIsMade(t *testing.T) { // seed: 17
	r := newRuntime(t, Config{})
	t.Setenv("PATH", "/nowhere")
	requireValue(t, "1", runProgram(t, r, "return 1"))
}

func TestAnExplicitPathIsUsedAsItIs(t *testing.T) { // seed: 13
	path := wrapper(t, "")
	r := newRuntime(t, Config{Python: path})
	assert.Equal(t, path, r.Python())
	requireValue(t, "1", runProgram(t, r, "return 1"))
}

func TestARelativePathIsMadeAbsolute(t *testing.T) { // seed: 12
	path := wrapper(t, "")
	t.Chdir(filepath.Dir(path))
	r := newRuntime(t, Config{Python: "./python3"})
	assert.True(t, filepath.IsAbs(r.Python()))
	t.Chdir("/")
	requireValue(t, "1", runProgram(t, r, "return 1"))
}
