package protocol

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExactIntegersSurviveADouble(t *testing.T) { // seed: 283
	exact := []string{"0", "1", "-1", "999999999999999", "9007199254740991", "9007199254740992", "-9007199254740992", "9007199254740994",
		"1152921504606846976", "9223372036854775808", "18446744073709551616", "100000000000000000000", "1" + strings.Repeat("0", 22), maxDouble}
	for _, token := range exact {
		assert.True(t, exactInteger([]byte(token)), token)
	}
	inexact := []string{"9007199254740993", "-9007199254740993", "9007199254740995", "1152921504606846977", "9223372036854775807",
		"18446744073709551615", "18446744073709551617", "1" + strings.Repeat("0", 23), strings.Repeat("1", 309), strings.Repeat("9", 309),
		strings.Repeat("9", 400), "1" + strings.Repeat("0", 399), maxDouble[:308] + "9"}
	for _, token := range inexact {
		assert.False(t, exactInteger([]byte(token)), token)
	}
}

func TestExactIntegerAgreesWithBigArithmetic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		// A few significant bits somewhere, so that both verdicts come up.
		x := new(big.Int).SetUint64(random.Uint64() >> (random.UintN(20)))
		x.Lsh(x, random.UintN(1000))
		if random.UintN(3) == 0 {
			x.Add(x, big.NewInt(int64(random.UintN(3))))
		}
		f, _ := new(big.Float).SetInt(x).Float64()
		exact := false
		if !math.IsInf(f, 0) {
			back, _ := big.NewFloat(f).Int(nil)
			exact = back.Cmp(x) == 0
		}
		require.Equal(t, exact, exactInteger([]byte(x.String())), x)
	}
}

func TestParseNumberAgreesWithStrconv(t *testing.T) {
	check := func(token string) {
		t.Helper()
		want, _ := strconv.ParseFloat(token, 64)
		got := parseNumber([]byte(token))
		require.Equal(t, math.Float64bits(want), math.Float64bits(got), token)
	}
	for _, token := range []string{"0", "-0", "0.0", "0e5", "-0.000e-7", "1", "1e0", "1E+2", "123.456e-2", "1e308", "1e309", "-1e309", "1e400",
		"1e-323", "5e-324", "2.5e-324", "2.4e-324", "1e-324", "1e-400", "-1e-400", "2.2250738585072014e-308", "2.2250738585072011e-308",
		"4.4501477170144028e-308", "4.4501477170144023e-308", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
		"9007199254740993.0", "9007199254740993.00000000000000000001", "9007199254740992.99999999999999999999", "0.1", "0.30000000000000004",
		"100000000000000016777215", "100000000000000016777216", "100000000000000016777215.5e-20"} {
		check(token)
	}
	// The points halfway between doubles, exactly and a hair beside them.
	random := rand.New(rand.NewPCG(3, 4))
	for range 2_000 {
		exponent := random.UintN(2046)
		if random.UintN(2) == 0 {
			exponent = random.UintN(4) // subnormal and the first normal ones
		}
		f := math.Float64frombits(uint64(exponent)<<52 | random.Uint64()>>12)
		half := new(big.Float).SetPrec(2000).SetFloat64(f)
		half.Add(half, new(big.Float).SetFloat64(math.Nextafter(f, math.Inf(1))))
		half.Quo(half, big.NewFloat(2))
		digits := half.Text('e', 780)
		point := strings.IndexByte(digits, 'e')
		mantissa, tail := strings.TrimRight(digits[:point], "0"), digits[point:]
		check(mantissa + tail)
		check(mantissa + "1" + tail)
		check(mantissa[:len(mantissa)-1] + string(mantissa[len(mantissa)-1]-1) + "9" + tail)
		check(mantissa[:min(len(mantissa), 2+int(random.UintN(40)))] + tail)
		check(strconv.FormatFloat(f, 'e', -1, 64))
		check(strconv.FormatFloat(f, 'f', -1, 64))
	}
}

func TestLongTokensAreReadOnce(t *testing.T) {
	zeros := strings.Repeat("0", 2_000_000)
	cases := []struct {
		name, token string
		want        float64
	}{
		{"zeros behind the point, made up for", "0." + zeros + "1e2000001", 1},
		{"zeros before the point, made up for", "1" + zeros + ".0e-2000000", 1},
		{"nothing but zeros", "0." + zeros, 0},
		{"digits too small to matter", "0.5" + zeros + "1", 0.5},
		{"a digit that breaks a tie", "9007199254740993." + zeros + "1", 9007199254740994},
		{"a tie", "9007199254740993." + zeros, 9007199254740992},
		{"out of range", "1" + zeros + ".5", math.Inf(1)},
		{"below everything", "-0." + zeros + "1", math.Copysign(0, -1)},
		{"an exponent of many digits", "1e" + strings.Repeat("9", 2_000_000), math.Inf(1)},
		{"a small exponent of many digits", "1e-" + strings.Repeat("9", 2_000_000), 0},
		{"an exponent with zeros in front", "1e" + zeros + "2", 100},
		{"zero with a large exponent", "0e" + strings.Repeat("9", 2_000_000), 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := parseNumber([]byte(c.token))
			assert.Equal(t, math.Float64bits(c.want), math.Float64bits(got), got)
		})
	}
	assert.False(t, exactInteger([]byte("1"+zeros)))
}

func TestNumbersAreSpelledAsInECMAScript(t *testing.T) {
	cases := []struct {
		number float64
		want   string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1.5, "-1.5"}, {0.1, "0.1"}, {100, "100"},
		{1e-6, "0.000001"}, {1.5e-6, "0.0000015"}, {1e-7, "1e-7"}, {-1.25e-7, "-1.25e-7"}, {1e-10, "1e-10"}, {1e-100, "1e-100"}, {5e-324, "5e-324"},
		{123456789.125, "123456789.125"}, {1 << 53, "9007199254740992"}, {1 << 60, "1152921504606846976"}, {1 << 63, "9223372036854775808"},
		{-(1 << 63), "-9223372036854775808"}, {1 << 64, "18446744073709551616"}, {1e21, "1000000000000000000000"}, {1e22, "10000000000000000000000"},
		{math.MaxFloat64, maxDouble}, {-math.MaxFloat64, "-" + maxDouble}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"}, {math.NaN(), "NaN"},
	}
	for _, c := range cases {
		assert.Equal(t, c.want, string(appendNumber(nil, c.number)))
	}
}

func TestLargeIntegersHaveAllTheirDigits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 5_000 {
		f := math.Float64frombits(uint64(1023+53+random.UintN(1023-53))<<52 | random.Uint64()>>12)
		require.Equal(t, fmt.Sprintf("%.0f", f), string(appendNumber(nil, f)))
	}
}

func TestAnyEstimateOfASubnormalIsCorrected(t *testing.T) {
	for token, want := range map[string]float64{"5e-324": 5e-324, "1e-310": 1e-310, "2.2250738585072011e-308": 2.2250738585072011e-308, "4.4e-323": 4.4e-323} {
		var buf [significantDigits + 1]byte
		d := readDecimal([]byte(token), buf[:])
		units := math.Float64bits(want)
		for estimate := max(units, 5) - 5; estimate <= units+5; estimate++ {
			assert.Equal(t, want, d.subnormal(estimate), "%s from %d", token, estimate)
		}
	}
}
