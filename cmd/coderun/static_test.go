//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// staticEnv names an executable that was built with -tags embed_assets; "make static" sets it.
const staticEnv = "CODERUNTIME_STATIC"

func TestAStaticExecutableNeedsNothingOnItsMachine(t *testing.T) { // seed: 268
	static := os.Getenv(staticEnv)
	if static == "" {
		t.Skip("needs an executable with the interpreter in it: make static")
	}
	program, err := os.ReadFile(static)
	require.NoError(t, err)
	// An empty root: no cache, no home, no /tmp, no /proc, no python3, no library; no environment and no network.
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "coderun"), program, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "p.py"), []byte("import sqlite3, zoneinfo\nprint('hello')\nreturn str(zoneinfo.ZoneInfo('Europe/Berlin'))"), 0o644))
	cmd := exec.CommandContext(t.Context(), "/coderun", "run", "--json", "/p.py")
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot:      root,
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), stderr.String())
	var result struct {
		Value string
		Logs  []string
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &result), stdout.String())
	assert.Equal(t, "Europe/Berlin", result.Value)
	assert.Equal(t, []string{"hello"}, result.Logs)
	left, err := os.ReadDir(root)
	require.NoError(t, err)
	assert.Len(t, left, 2, "it writes nothing")
}
