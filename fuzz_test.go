package coderuntime_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"coderuntime"
)

// FuzzNames holds the name rules against what they are to guarantee: names that pass are identifiers
// of both languages, are distinct, and are nobody else's.
func FuzzNames(f *testing.F) {
	for _, names := range [][4]string{
		{"tools", "helpers", "ToolError", "toolName"}, {"tools", "tools", "E", "m"}, {"a", "E", "E", "m"}, {"class", "b", "typeof", "args"},
		{"_", "__", "_1", "__x__"}, {"console", "__name__", "__debug__", "name"}, {"é", "a b", "a$b", ""}, {"\xff", "", "1", "\xff"},
	} {
		f.Add(names[0], names[1], names[2], names[3])
	}
	identifier := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	reserved := " " + strings.Join(strings.Fields(pythonWords+" "+ecmaScriptWords), " ") + " console __name__ __debug__ __builtins__ __coderuntime_main__ "
	f.Fuzz(func(t *testing.T, first, second, class, member string) {
		bindings := []coderuntime.Namespace{
			namespace(first, &coderuntime.ErrorClass{Name: class, MemberNameProperty: member}),
			namespace(second, nil),
		}
		err := coderuntime.ValidateBindings(bindings)
		fair := utf8.ValidString(member) && member != "" && first != second && first != class && second != class
		for _, name := range []string{first, second, class} {
			fair = fair && identifier.MatchString(name) && !strings.Contains(reserved, " "+name+" ") && name != "__dsh_main__"
		}
		if err == nil {
			require.True(t, fair, "%q", []string{first, second, class, member})
			return
		}
		require.ErrorIs(t, err, coderuntime.ErrMisuse)
		require.NotContains(t, err.Error(), "\n")
		require.True(t, utf8.ValidString(err.Error()))
		if fair {
			require.ErrorContains(t, err, "is a reserved error member")
			require.Regexp(t, `(?s)^(name|message|stack|args|with_traceback|add_note|__.+__)$`, member)
		}
	})
}
