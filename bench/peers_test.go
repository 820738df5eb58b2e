package bench

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPeersArePinnedToExactVersions(t *testing.T) {
	exact := regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	require.NotEmpty(t, peerPackages())
	for name, version := range peerPackages() {
		assert.Regexp(t, exact, version, name)
	}
}

func TestPeersAreInstalledOnlyInTheirPinnedVersion(t *testing.T) {
	dir := t.TempDir()
	install := func(name, version string) {
		folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(folder, 0o700))
		text, err := json.Marshal(map[string]string{"version": version})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "package.json"), text, 0o600))
	}
	assert.False(t, peersInstalled(dir))
	for name, version := range peerPackages() {
		install(name, version)
	}
	assert.True(t, peersInstalled(dir))
	install("pyodide", "0.1.0")
	assert.False(t, peersInstalled(dir))
}

func TestWithoutPeersTheirBenchmarksSayThatTheyCannot(t *testing.T) {
	s := NewSession(Config{})
	for _, b := range Benchmarks(true) {
		if b.Subject() == peerMonty || b.Subject() == peerStock {
			_, err := b.Open(t.Context(), s)
			assert.ErrorIs(t, err, errNoPeers, b.Name)
		}
	}
}

func TestAScriptsAnswerIsReadFromItsLastLines(t *testing.T) {
	for _, tc := range []struct {
		name, kind, stdout, stderr string
		failure                    error
		want                       answer
		err                        string
	}{
		{name: "a run", kind: "run", stdout: "42\n[1]\n", want: answer{Value: "[1]", Nanoseconds: []float64{1e9}}},
		{name: "work", kind: "work", stdout: "42\n[1]\n", want: answer{Value: "[1]", Nanoseconds: []float64{42}}},
		{name: "logs", kind: "run", stdout: "a\nb\n42\n1\n", want: answer{Value: "1", Logs: 2, Nanoseconds: []float64{1e9}}},
		{name: "a traceback", kind: "run", stderr: "Traceback\n  File\nImportError: no\n", failure: errors.New("exit 1"), err: "ImportError: no"},
		{name: "a death", kind: "run", failure: errors.New("exit 1"), err: "exit 1"},
		{name: "nothing", kind: "run", err: "wrong answer"},
		{name: "no time", kind: "work", stdout: "x\n1\n", err: "wrong answer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := scriptAnswer(task{Kind: tc.kind}, tc.stdout, tc.stderr, time.Second, tc.failure)
			if tc.err != "" {
				assert.ErrorContains(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestThePageHasATableForEveryGroup(t *testing.T) {
	report := Report{Date: time.Unix(0, 0)}
	groups := map[string]bool{}
	for _, b := range Benchmarks(true) {
		report.Results = append(report.Results, Result{
			Name: b.Name, Baseline: b.Baseline, Unit: b.Unit, Figures: Figures{Count: 1, Median: 2, P99: 3, Worst: 4}, Ratio: 0.5,
		})
		groups[b.Group()] = true
	}
	var page strings.Builder
	require.NoError(t, report.WriteMarkdown(&page))
	for _, r := range report.Results {
		assert.Contains(t, page.String(), "| "+short(r.Name)+" |")
	}
	assert.Equal(t, 1, strings.Count(page.String(), "Not measured."), "only the conformance cases")
	assert.Len(t, groups, 9)
}
