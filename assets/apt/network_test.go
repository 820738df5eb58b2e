//go:build unix

package apt

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/steps"
)

// withFakeApt runs use in a step that finds a script as its apt-get.
func withFakeApt(t *testing.T, script string, use func(ctx context.Context, s *steps.Shell, p *Private) error) error {
	t.Helper()
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "apt-get"), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	p, err := NewPrivate(t.TempDir(), Mirror{URI: "http://mirror.test/debian", Keyring: "/k.gpg"}, "trixie")
	require.NoError(t, err)
	step := steps.Step{Name: "packages", Run: func(ctx context.Context, s *steps.Shell) error { return use(ctx, s, p) }}
	_, err = steps.Run(t.Context(), []steps.Step{step}, steps.Options{Dir: t.TempDir()})
	return err
}

func TestWithoutANetworkTheErrorAsksForOne(t *testing.T) {
	err := withFakeApt(t, "echo Temporary failure resolving >&2\nexit 100", func(ctx context.Context, s *steps.Shell, p *Private) error {
		return p.Update(ctx, s)
	})
	assert.EqualError(t, err, "packages: fetching Debian's package lists (is the network up?): apt-get ended with exit status 100")
	var failure *steps.Failure
	require.ErrorAs(t, err, &failure)
	assert.Contains(t, failure.Tail, "Temporary failure resolving")
}

func TestADownloadThatFailsSaysSo(t *testing.T) {
	err := withFakeApt(t, "exit 100", func(ctx context.Context, s *steps.Shell, p *Private) error {
		return p.Download(ctx, s, t.TempDir(), "wasi-libc")
	})
	assert.EqualError(t, err, "packages: downloading packages: apt-get ended with exit status 100")
}
