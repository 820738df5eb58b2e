package bench

import (
	"math"
	"slices"
)

// quantile returns the value below which the part q of the values lies, 0 for none.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// geometricMean returns the mean of ratios, 0 for none.
func geometricMean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	var sum float64
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// Figures are what there is to say about samples, in their unit.
type Figures struct {
	Count  int     `json:"count"`
	Median float64 `json:"median"`
	P99    float64 `json:"p99"`
	Worst  float64 `json:"worst"`

	// Each is the time that all the work took, for each sample, in nanoseconds.
	Each float64 `json:"each_ns"`
}

// Figures returns the figures of samples.
func (s Samples) Figures() Figures {
	f := Figures{
		Count:  len(s.Values),
		Median: median(s.Values),
		P99:    quantile(s.Values, 0.99),
		Worst:  quantile(s.Values, 1),
	}
	if f.Count > 0 {
		f.Each = float64(s.Elapsed) / float64(f.Count)
	}
	return f
}

// compared is the figure that is compared with the baseline's.
func (f Figures) compared(b Benchmark) float64 {
	if b.Throughput {
		return f.Each
	}
	return f.Median
}
