//go:build unix

package steps_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/steps"
)

// counted is a step that counts how often it runs and leaves a file.
func counted(name, key string, count *atomic.Int32, needs ...string) steps.Step {
	return steps.Step{Name: name, Key: key, Needs: needs, Run: func(_ context.Context, s *steps.Shell) error {
		count.Add(1)
		s.Record(steps.Input{Kind: "source", Name: name, Version: key})
		return os.WriteFile(filepath.Join(s.Dir(), "made"), []byte(key), 0o644)
	}}
}

func TestAFinishedStepIsNotRepeated(t *testing.T) {
	dir := t.TempDir()
	var a, b atomic.Int32
	list := []steps.Step{counted("a", "1", &a), counted("b", "1", &b, "a")}
	first, err := steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.NoError(t, err)
	second, err := steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.NoError(t, err)
	assert.EqualValues(t, 1, a.Load())
	assert.EqualValues(t, 1, b.Load())
	assert.False(t, first[0].Resumed)
	assert.True(t, second[0].Resumed)
	assert.Equal(t, first[1].Inputs, second[1].Inputs, "what a step recorded survives in its stamp")
}

func TestAStepWithAnotherKeyIsRepeatedWithAllThatNeedIt(t *testing.T) {
	dir := t.TempDir()
	var a, b, c atomic.Int32
	run := func(key string) {
		list := []steps.Step{counted("a", key, &a), counted("b", "1", &b, "a"), counted("c", "1", &c)}
		_, err := steps.Run(t.Context(), list, steps.Options{Dir: dir})
		require.NoError(t, err)
	}
	run("1")
	run("2")
	assert.EqualValues(t, 2, a.Load())
	assert.EqualValues(t, 2, b.Load())
	assert.EqualValues(t, 1, c.Load())
}

func TestAFailedStepStartsFromAnEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	fail := true
	var found []string
	list := []steps.Step{{Name: "a", Run: func(_ context.Context, s *steps.Shell) error {
		old, err := filepath.Glob(filepath.Join(s.Dir(), "*"))
		require.NoError(t, err)
		found = old
		require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), "half"), nil, 0o644))
		if fail {
			return errors.New("no luck")
		}
		return nil
	}}}
	_, err := steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.EqualError(t, err, "a: no luck")
	fail = false
	_, err = steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestAStepThatResumesKeepsItsFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "half"), nil, 0o644))
	_, err := steps.Run(t.Context(), []steps.Step{{Name: "a", Resumes: true, Run: func(_ context.Context, s *steps.Shell) error {
		_, err := os.Stat(filepath.Join(s.Dir(), "half"))
		return err
	}}}, steps.Options{Dir: dir})
	assert.NoError(t, err)
}

func TestAFailureCarriesTheLastLinesOfItsOwnOutput(t *testing.T) {
	var log, progress bytes.Buffer
	_, err := steps.Run(t.Context(), []steps.Step{{Name: "a", Doc: "counting", Run: func(ctx context.Context, s *steps.Shell) error {
		return s.Run(ctx, steps.Command{Args: []string{"sh", "-c", "for i in $(seq 100); do echo line $i; done; printf end; exit 3"}})
	}}}, steps.Options{Dir: t.TempDir(), Log: &log, Progress: &progress})
	var failure *steps.Failure
	require.ErrorAs(t, err, &failure)
	assert.Equal(t, "a", failure.Step)
	assert.Equal(t, "a: sh ended with exit status 3", err.Error())
	require.Len(t, failure.Tail, 15)
	assert.Equal(t, "end", failure.Tail[14])
	assert.Equal(t, "line 100", failure.Tail[13])
	assert.Contains(t, log.String(), "a| line 1\n")
	assert.Contains(t, progress.String(), "a: counting")
}

func TestNothingNewStartsAfterAFailure(t *testing.T) {
	var later atomic.Int32
	list := []steps.Step{
		{Name: "a", Run: func(context.Context, *steps.Shell) error { return errors.New("no") }},
		counted("b", "", &later, "a"),
	}
	_, err := steps.Run(t.Context(), list, steps.Options{Dir: t.TempDir()})
	require.Error(t, err)
	assert.Zero(t, later.Load())
}

func TestStepsThatDoNotNeedEachOtherRunAtTheSameTime(t *testing.T) {
	met := make(chan struct{})
	give := func(context.Context, *steps.Shell) error { met <- struct{}{}; return nil }
	take := func(context.Context, *steps.Shell) error { <-met; return nil }
	_, err := steps.Run(t.Context(), []steps.Step{{Name: "a", Run: give}, {Name: "b", Run: take}}, steps.Options{Dir: t.TempDir()})
	assert.NoError(t, err)
}

func TestCancellationEndsEveryProcessOfAStep(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	pidFile := filepath.Join(dir, "pid")
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(pidFile); err == nil && strings.HasSuffix(string(text), "\n") {
				cancel(stop)
			}
		}
	}()
	_, err := steps.Run(ctx, []steps.Step{{Name: "a", Run: func(ctx context.Context, s *steps.Shell) error {
		return s.Run(ctx, steps.Command{Args: []string{"sh", "-c", "sleep 1000 & echo $! > " + pidFile + "; wait"}})
	}}}, steps.Options{Dir: dir})
	require.ErrorIs(t, err, stop)
	text, err := os.ReadFile(pidFile)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	assert.Eventually(t, func() bool { return gone(pid) }, 10*time.Second, 5*time.Millisecond)
	assert.NoFileExists(t, filepath.Join(dir, "a.stamp"))
}

// gone reports whether a process has ended; one that nobody waited for yet has.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestAListOutOfOrderIsRefused(t *testing.T) {
	run := func(context.Context, *steps.Shell) error { return nil }
	_, err := steps.Run(t.Context(), []steps.Step{{Name: "a", Needs: []string{"b"}, Run: run}, {Name: "b", Run: run}}, steps.Options{Dir: t.TempDir()})
	assert.ErrorContains(t, err, `"a" needs "b"`)
	_, err = steps.Run(t.Context(), []steps.Step{{Name: "a", Run: run}, {Name: "a", Run: run}}, steps.Options{Dir: t.TempDir()})
	assert.ErrorContains(t, err, `two steps are called "a"`)
}

func TestADamagedStampCountsAsNone(t *testing.T) {
	dir := t.TempDir()
	var a atomic.Int32
	list := []steps.Step{counted("a", "1", &a)}
	_, err := steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.stamp"), []byte(`{"key":`), 0o644))
	_, err = steps.Run(t.Context(), list, steps.Options{Dir: dir})
	require.NoError(t, err)
	assert.EqualValues(t, 2, a.Load())
}

func TestCommandsSeeAFixedEnvironment(t *testing.T) {
	t.Setenv("CFLAGS", "-surprise")
	var out string
	_, err := steps.Run(t.Context(), []steps.Step{{Name: "a", Run: func(ctx context.Context, s *steps.Shell) (err error) {
		out, err = s.Output(ctx, steps.Command{Args: []string{"env"}, Env: []string{"OWN=1"}})
		return err
	}}}, steps.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	assert.NotContains(t, out, "surprise")
	assert.Contains(t, out, "OWN=1")
	assert.Contains(t, out, "LC_ALL=C.UTF-8")
}

func TestWriteFileLeavesNothingWhenItFails(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "taken", "full"), 0o755))
	require.Error(t, steps.WriteFile(filepath.Join(dir, "taken"), []byte("x")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}
