package soak

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/backend"
)

// artefactVariable names a built interpreter; the tests of make test have one.
const artefactVariable = "CODERUNTIME_TEST_ARTEFACT"

func backends() []Backend {
	names := []backend.Name{backend.Native}
	if os.Getenv(artefactVariable) != "" {
		names = append(names, backend.Wasm)
	}
	var all []Backend
	for _, name := range names {
		all = append(all, Backend{string(name), func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
			r, _, err := backend.Open(context.Background(), backend.Options{Backend: name, Limits: limits})
			return r, err
		}})
	}
	return all
}

func TestAShortSoakIsFlat(t *testing.T) {
	var samples []string
	report, err := Run(t.Context(), Config{
		Backends: backends(), Time: time.Second, Parallel: 2, WarmUp: 1,
		without:  []string{"asks for too much memory", "is busy until the CPU limit"},
		Progress: func(s Sample) { samples = append(samples, s.When) },
	})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, report.WriteText(&text))
	t.Log("\n" + text.String())
	assert.Empty(t, report.Wrong)
	assert.Empty(t, report.Grown())
	assert.Equal(t, []string{"start", "middle", "end"}, samples)
	assert.NotEmpty(t, report.Outcomes)
	assert.Contains(t, text.String(), "flat: ")
}

func TestForgedFramesComeToWhatTheyMust(t *testing.T) {
	report, err := Frames(t.Context(), FramesConfig{Backends: backends(), Lines: 20_000, Seed: 1, Parallel: 2})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, report.WriteText(&text))
	t.Log("\n" + text.String())
	assert.Empty(t, report.Wrong)
	assert.Empty(t, report.Grown)
}

func TestASoakThatIsInterruptedHasNoVerdict(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("interrupted")
	cancel(enough)
	_, err := Run(ctx, Config{Backends: backends(), Time: time.Hour, Parallel: 1})
	assert.ErrorIs(t, err, enough)
}

func TestWhatHasGrownIsNamed(t *testing.T) {
	start := Holdings{RSS: 100 * coderuntime.MiB, Goroutines: 10, Descriptors: 20}
	report := func(end Holdings) Report {
		return Report{Samples: []Sample{{When: "start", Holdings: start}, {When: "middle"}, {When: "end", Holdings: end}}}
	}
	assert.Empty(t, report(start).Grown())
	assert.Empty(t, report(Holdings{RSS: 130 * coderuntime.MiB, Goroutines: 9, Descriptors: 20}).Grown(), "that is noise")
	assert.Equal(t, []string{
		"goroutines: 10, then 11", "file descriptors: 20, then 21", "child processes: 0, then 1",
		"resident memory: 100 MiB, then 140 MiB",
	}, report(Holdings{RSS: 140 * coderuntime.MiB, Goroutines: 11, Descriptors: 21, Children: 1}).Grown())
	assert.NotEmpty(t, Report{}.Grown(), "without an end there is nothing to say")
}

func TestAWrongOutcomeIsReported(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, verdict(&text, []string{"native: completes: it must not"}, nil))
	assert.Equal(t, "wrong: native: completes: it must not\n", text.String())
}
