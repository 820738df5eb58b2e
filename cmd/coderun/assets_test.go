package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWordsAfterAssetsAreChecked(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"pack"}, "give one file: coderun assets pack FILE"},
		{[]string{"use"}, "give one file: coderun assets use FILE"},
		{[]string{"use", "a", "b"}, "give one file: coderun assets use FILE"},
		{[]string{"path", "a"}, "path takes no more words"},
		{[]string{"use", "no-such-file"}, "cannot read the pack"},
	} {
		_, stderr, status := coderun(t, "", append([]string{"assets"}, tc.args...)...)
		assert.Equal(t, exitMisuse, status)
		assert.Contains(t, stderr, tc.want)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}

func TestAnInterpreterIsCarriedToAnotherCache(t *testing.T) {
	pack := filepath.Join(t.TempDir(), "pack")
	_, stderr, status := coderun(t, "", "assets", "pack", pack)
	require.Equal(t, exitCompleted, status, stderr)

	other := filepath.Join(t.TempDir(), "cache")
	t.Setenv("CODERUNTIME_CACHE", other)
	stdout, stderr, status := coderun(t, "", "assets", "use", pack)
	require.Equal(t, exitCompleted, status, stderr)
	assert.Contains(t, stdout, other)
	stdout, _, status = coderun(t, "", "assets", "verify")
	assert.Equal(t, exitCompleted, status)
	assert.Contains(t, stdout, "ok "+other)

	text, err := os.ReadFile(pack)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(pack, text[:len(text)/2], 0o600))
	t.Setenv("CODERUNTIME_CACHE", filepath.Join(t.TempDir(), "third"))
	_, stderr, status = coderun(t, "", "assets", "use", pack)
	assert.Equal(t, exitFailed, status)
	assert.Equal(t, "coderun assets: assets: the pack is cut short\n", stderr)
	_, _, status = coderun(t, "", "assets", "path")
	assert.Equal(t, exitMisuse, status)
}

func TestMissingToolsAreAskedForWhereTheBuildLooks(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	stdout, stderr, status := coderun(t, "", "assets", "toolchain", "--missing")
	if status != exitCompleted {
		assert.Contains(t, stderr, "this machine is not a Debian")
		return
	}
	all, _, _ := coderun(t, "", "assets", "toolchain")
	assert.Contains(t, stdout, "clang-19")
	for _, name := range strings.Fields(stdout) {
		assert.Contains(t, strings.Fields(all), name)
	}
}
