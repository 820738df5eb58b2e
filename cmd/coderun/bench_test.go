package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/bench"
)

func TestBadInputOfBenchIsOneLineAndStatus2(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"an argument", []string{"x"}, "takes no arguments"},
		{"unknown flag", []string{"--fast"}, "--help lists the flags"},
		{"no backend by name", []string{"--backend", "auto"}, "use wasm or native"},
		{"two formats", []string{"--json", "--markdown"}, "not both"},
		{"conformance of one backend", []string{"--conformance", "--backend", "native"}, "leave --backend out"},
		{"conformance of peers", []string{"--conformance", "--peers"}, "leave --peers out"},
		{"conformance twice", []string{"--conformance", "--markdown"}, "leave --conformance out"},
		{"a filter that is no expression", []string{"--filter", "("}, "regular expression"},
		{"a filter that matches nothing", []string{"--filter", "no such benchmark"}, "matches"},
		{"a time that is none", []string{"--time", "long"}, "length of time"},
		{"a stall that is none", []string{"--stalls", "wasm/sleep"}, "no such benchmark"},
		{"no interpreter", []string{"--backend", "native", "--filter", "Run", "--python", "/no/such/python"}, "/no/such/python"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := coderun(t, "", append([]string{"bench"}, tc.args...)...)
			assert.Equal(t, exitMisuse, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		})
	}
}

func TestBenchMeasuresABackendBesideItsBaseline(t *testing.T) {
	args := []string{"bench", "--backend", "native", "--filter", "^Run/native/return-1$", "--time", "1ms"}
	stdout, stderr, status := coderun(t, "", append(args, "--json")...)
	require.Equal(t, exitCompleted, status, stderr)
	var report bench.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &report))
	require.Len(t, report.Results, 2)
	assert.Equal(t, "Run/python3-I/pass", report.Results[0].Name)
	assert.Equal(t, "Run/native/return-1", report.Results[1].Name)
	assert.Positive(t, report.Results[1].Ratio)

	stdout, stderr, status = coderun(t, "", args...)
	require.Equal(t, exitCompleted, status, stderr)
	assert.Contains(t, stdout, "native/return-1")
	assert.Contains(t, stdout, "baseline")
}

func TestBenchPrintsThePageOfTheDocumentation(t *testing.T) {
	stdout, stderr, status := coderun(t, "", "bench", "--markdown", "--backend", "native",
		"--filter", "^Run/native/return-1$", "--time", "1ms")
	require.Equal(t, exitCompleted, status, stderr)
	assert.True(t, strings.HasPrefix(stdout, "<!-- Generated"), stdout)
	assert.Contains(t, stdout, "| native/return-1 |")
}
