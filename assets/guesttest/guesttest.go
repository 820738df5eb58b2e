// Package guesttest holds the tests of the Python code that runs inside, in Python. They run on the
// machine's own interpreter and, as a program, inside the wasm backend. No part of them is built into
// the guest.
package guesttest

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets"
)

//go:embed *.py
var files embed.FS

// Runner is the source that defines run, which takes the members of a Request by their names.
func Runner(t testing.TB) string {
	t.Helper()
	text, err := files.ReadFile("run.py")
	require.NoError(t, err)
	return string(text)
}

// A Request is what run is to do: the sources of the guest and of its tests, by the names of their
// modules, and whether what an interpreter has of the guest in C is left out.
type Request struct {
	Guest map[string]string `json:"guest"`
	Tests map[string]string `json:"tests"`
	Pure  bool              `json:"pure"`
}

// NewRequest is a request to run all tests.
func NewRequest(t testing.TB, pure bool) Request {
	t.Helper()
	request := Request{Guest: assets.Guest(), Tests: map[string]string{}, Pure: pure}
	names, err := fs.Glob(files, "*.py")
	require.NoError(t, err)
	for _, name := range names {
		text, err := files.ReadFile(name)
		require.NoError(t, err)
		if name != "run.py" {
			request.Tests[strings.TrimSuffix(name, ".py")] = string(text)
		}
	}
	return request
}

// Program is a program that runs the tests and returns what came of them.
func (r Request) Program(t testing.TB) string {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	literal, err := json.Marshal(string(text)) // what JSON escapes, Python reads the same
	require.NoError(t, err)
	return fmt.Sprintf("%s\nimport json\nreturn run(**json.loads(%s))", Runner(t), literal)
}

var testFunction = regexp.MustCompile(`(?m)^    def test_`)

// Check checks what run returned: every test that is written has been run, and none has failed.
func (r Request) Check(t testing.TB, answer []byte) {
	t.Helper()
	var result struct {
		Ran, Skipped int
		Failures     []string
	}
	require.NoError(t, json.Unmarshal(answer, &result), "%s", answer)
	written := 0
	for _, text := range r.Tests {
		written += len(testFunction.FindAllString(text, -1))
	}
	assert.Greater(t, written, 100)
	assert.Equal(t, written, result.Ran, "a test was written that does not run, or hides another of its name")
	assert.LessOrEqual(t, result.Skipped, 1, "only groups of exceptions may be missing, before Python 3.11")
	for _, failure := range result.Failures {
		t.Error(failure)
	}
	t.Logf("%d tests, %d skipped, %d failed", result.Ran, result.Skipped, len(result.Failures))
}
