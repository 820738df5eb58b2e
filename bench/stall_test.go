package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCollectionsAreMeasuredBesideASpinningProgramAndWithout(t *testing.T) {
	for _, name := range []string{"idle/nothing", "go/loop", "wasm/sum-range", "native/loop"} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, WriteStalls(t.Context(), &out, Config{}, name))
			var measured Stalls
			require.NoError(t, json.Unmarshal(out.Bytes(), &measured))
			require.Len(t, measured.Waits, collections)
			require.Len(t, measured.Whole, collections)
			for i := range collections {
				assert.Positive(t, measured.Waits[i], "every collection stops the world")
				assert.Positive(t, measured.Whole[i])
			}
		})
	}
}

func TestOnlyProgramsThatComputeAreMeasuredBesideTheCollector(t *testing.T) {
	for _, name := range []string{"", "wasm", "wasm/sleep", "wasm/nothing", "python3-I/loop", "go/sum-range"} {
		assert.ErrorIs(t, WriteStalls(t.Context(), io.Discard, Config{}, name), ErrNoStall, name)
	}
}

func TestTheLongestStopIsTheHighestBucketThatHasGrown(t *testing.T) {
	buckets := []float64{math.Inf(-1), 0, 1e-6, 1e-3, math.Inf(1)}
	histogram := func(counts ...uint64) *metrics.Float64Histogram {
		return &metrics.Float64Histogram{Counts: counts, Buckets: buckets}
	}
	before := histogram(0, 3, 5, 7)
	assert.Zero(t, longest(before, before))
	assert.InDelta(t, 1e3, longest(before, histogram(0, 4, 5, 7)), 1e-9)
	assert.InDelta(t, 1e6, longest(before, histogram(0, 4, 6, 7)), 1e-9)
	assert.InDelta(t, 1e6, longest(before, histogram(0, 4, 6, 8)), 1e-9, "what has no upper bound has its lower one")
}

func TestFurtherFiguresAreSpelledInTheirUnit(t *testing.T) {
	assert.Equal(t, "RSS 2.00 KiB, collection worst 1.50 ms", also(map[string]float64{"rss-B": 2048, "collection-worst-ns": 1.5e6}))
	assert.Equal(t, "12 runs/s", also(map[string]float64{"runs/s": 12}))
}
