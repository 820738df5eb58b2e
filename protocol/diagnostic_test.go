package protocol

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestMessagesAreCapped(t *testing.T) {
	e := func(n int) string { return strings.Repeat("E", n) }
	emoji := func(n int) string { return strings.Repeat("😀", n) }
	const marker = "… [truncated]"
	cases := []struct {
		name    string
		message string
		max     int
		want    string
	}{
		{"48 MiB at 64", e(48 << 20), 64, e(49) + marker},                                                 // seed: 248
		{"exactly the cap", e(40), 40, e(40)},                                                             // seed: 249
		{"one byte more", e(41), 40, e(25) + marker},                                                      // seed: 249
		{"a cap below the marker", e(100), 4, marker},                                                     // seed: 250
		{"a cap of the marker", e(100), 15, marker},                                                       // seed: 250
		{"a cap of nothing", e(100), 0, marker},                                                           // seed: 250
		{"a character over the cap", strings.Repeat("A", 32) + "😀", 32, strings.Repeat("A", 17) + marker}, // seed: 251
		{"CJK within the cap", "中文字符测试", 64, "中文字符测试"},                                                    // seed: 252
		{"between two emoji", "E" + emoji(200), 66, "E" + emoji(12) + marker},                             // seed: 253
		{"nothing", "", 64, ""},
		{"nothing, no cap", "", 0, ""},
		{"lone surrogates", "a\xed\xa0\x80b", 64, "a\uFFFDb"},
		{"lone surrogates at the cap", "a\xed\xa0\x80b", 5, "a\uFFFDb"},
		{"lone surrogates over the cap", strings.Repeat("\xed\xa0\x80", 20), 40, strings.Repeat("\uFFFD", 8) + marker},
		{"illegal bytes grow over the cap", strings.Repeat("\xff", 20), 40, strings.Repeat("\uFFFD", 8) + marker},
		{"illegal bytes within the cap", "\xff", 3, "\uFFFD"},
		{"a negative cap", "E", -1, marker},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := CapMessage(c.message, c.max)
			assert.Equal(t, c.want, got)
			assert.True(t, utf8.ValidString(got))
			assert.LessOrEqual(t, len(got), max(c.max, 15))
		})
	}
}

func TestUnknownBindingsAreQuoted(t *testing.T) {
	x := strings.Repeat("x", 8<<20)
	cases := []struct{ name, global, member, want string }{
		{"plain", "tools", "search", `"tools.search"`}, // seed: 175
		{"quotes and controls", "a\"", "b\n\x00", `"a\".b\n\u0000"`},
		{"empty", "", "", `"."`},
		{"lone surrogates", "a", "\xed\xa0\x80", `"a.\ud800"`},
		{"a long name", "tools", x, `"tools.` + x[:1018] + `"`}, // seed: 144, 176
		{"a long global", x, "search", `"` + x[:1024] + `"`},    // seed: 144, 176
		{"a global of 1023", x[:1023], "search", `"` + x[:1023] + `."`},
		{"no pair is split", x[:1000], strings.Repeat("😀", 100), `"` + x[:1000] + "." + strings.Repeat("😀", 11) + `"`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, "unknown binding "+c.want, UnknownBinding(c.global, c.member))
		})
	}
}
