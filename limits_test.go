package coderuntime_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func TestTheZeroValueOfLimitsStandsForTheDefaults(t *testing.T) {
	got, err := coderuntime.Limits{}.Resolve()
	require.NoError(t, err)
	assert.Equal(t, coderuntime.DefaultLimits(), got)
}

func TestLimitsOutOfBoundsAreRefusedWithTheBound(t *testing.T) {
	const mib = coderuntime.MiB
	for _, tc := range []struct {
		name   string
		limits coderuntime.Limits
		want   string
	}{
		{"negative CPU", coderuntime.Limits{CPU: -time.Second}, "Limits.CPU must be a positive number"},                                              // seed: 3, 360
		{"fraction of a CPU second", coderuntime.Limits{CPU: 1500 * time.Millisecond}, "Limits.CPU must be a positive integer of seconds, got 1.5s"}, // seed: 4
		{"negative wall", coderuntime.Limits{Wall: -1}, "Limits.Wall must be a positive number"},
		{"wall over its bound", coderuntime.Limits{Wall: coderuntime.MaxWall + time.Millisecond}, "Limits.Wall must not exceed 2147483647 ms"},     // seed: 21
		{"grace over its bound", coderuntime.Limits{Grace: coderuntime.MaxGrace + time.Millisecond}, "Limits.Grace must not exceed 2147481647 ms"}, // seed: 21
		{"negative memory", coderuntime.Limits{Memory: -1}, "Limits.Memory must be a positive number"},
		{"memory at the baseline", coderuntime.Limits{Memory: 64 * mib}, "Limits.Memory must exceed the 67108864-byte interpreter baseline"},
		{"memory below the baseline", coderuntime.Limits{Memory: 32 * mib}, "Limits.Memory must exceed the 67108864-byte interpreter baseline"},
		{"log of 63 bytes", coderuntime.Limits{Log: 63}, "Limits.Log must be at least 64"},                                                                   // seed: 218
		{"negative log", coderuntime.Limits{Log: -1}, "Limits.Log must be a positive integer"},                                                               // seed: 5, 360
		{"negative value", coderuntime.Limits{Value: -1}, "Limits.Value must be a positive integer"},                                                         // seed: 5, 360
		{"log over one frame", coderuntime.Limits{Log: coderuntime.MaxOutput + 1, Memory: 4 * coderuntime.GiB}, "Limits.Log must not exceed 67108800"},       // seed: 7
		{"value over one frame", coderuntime.Limits{Value: coderuntime.MaxOutput + 1, Memory: 4 * coderuntime.GiB}, "Limits.Value must not exceed 67108800"}, // seed: 7
		{"log too large for the memory", coderuntime.Limits{Log: 50_000_000, Memory: 256 * mib}, "Limits.Log times the 12x worst-case Unicode expansion must fit"},
		{"value too large for the memory", coderuntime.Limits{Value: 48 * mib}, "Limits.Value times the 12x worst-case Unicode expansion must fit"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := tc.limits.Resolve()
			require.ErrorContains(t, err, tc.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestLimitsAtTheirBoundsAreAccepted(t *testing.T) {
	for _, limits := range []coderuntime.Limits{
		{Wall: coderuntime.MaxWall, Grace: coderuntime.MaxGrace},
		{Log: coderuntime.MinLog, Value: 1},
		{Log: coderuntime.MaxOutput, Value: coderuntime.MaxOutput, Memory: 4 * coderuntime.GiB},
	} {
		_, err := limits.Resolve()
		assert.NoError(t, err)
	}
}

func TestByteSizesAreReadWithAndWithoutUnits(t *testing.T) {
	for text, want := range map[string]coderuntime.ByteSize{
		"0": 0, "4096": 4096, "10B": 10, "64KiB": 64 * coderuntime.KiB,
		"256 MiB": 256 * coderuntime.MiB, "1GiB": coderuntime.GiB,
	} {
		got, err := coderuntime.ParseByteSize(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "x", "-1", "1.5MiB", "1MB", "99999999999GiB", "9223372036854775808"} {
		_, err := coderuntime.ParseByteSize(text)
		assert.Error(t, err, text)
	}
	assert.Equal(t, "512MiB", (512 * coderuntime.MiB).String())
	assert.Equal(t, "100B", coderuntime.ByteSize(100).String())
}
