package coderuntime_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func echo(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }

func namespace(global string, class *coderuntime.ErrorClass) coderuntime.Namespace {
	return coderuntime.Namespace{
		Global:     global,
		Functions:  map[string]coderuntime.Function{"echo": echo},
		ErrorClass: class,
	}
}

func class(name, member string) *coderuntime.ErrorClass {
	return &coderuntime.ErrorClass{Name: name, MemberNameProperty: member}
}

func TestBindingsThatBreakANameRuleAreRefusedWithTheFieldAndTheName(t *testing.T) {
	list := func(ns ...coderuntime.Namespace) []coderuntime.Namespace { return ns }
	global := func(name string) []coderuntime.Namespace { return list(namespace(name, nil)) }
	for _, tc := range []struct {
		name     string
		bindings []coderuntime.Namespace
		want     string
	}{
		{"starts with a digit", global("1bad"), `binding global "1bad" is not a usable Python identifier`},
		{"empty", global(""), `binding global "" is not a usable Python identifier`},
		{"Python word", global("class"), `binding global "class" is not a usable Python identifier`},       // seed: 307
		{"Python soft word", global("_"), `binding global "_" is not a usable Python identifier`},          // seed: 307
		{"lambda", global("lambda"), `binding global "lambda" is not a usable Python identifier`},          // seed: 307
		{"ECMAScript word", global("typeof"), `binding global "typeof" is not a usable Python identifier`}, // seed: 307
		{"dollar sign", global("$tools"), `binding global "$tools" is not a usable Python identifier`},
		{"letter outside ASCII", global("tööls"), `binding global "tööls" is not a usable Python identifier`},
		{"same global twice", list(namespace("a", nil), namespace("a", nil)), `duplicate binding global "a"`},
		{"program slot", global("__coderuntime_main__"), `binding global "__coderuntime_main__" collides with a runtime-owned global`}, // seed: 130, 304
		{"the original's program slot", global("__dsh_main__"), `collides with a runtime-owned global`},                                // seed: 130, 304
		{"console", global("console"), `collides with a runtime-owned global`},                                                         // seed: 130, 304
		{"debug flag", global("__debug__"), `collides with a runtime-owned global`},                                                    // seed: 130, 304
		{"class name equal to its global", list(namespace("a", class("a", "fn"))), `errorClass.name "a" collides with another injected global`},
		{"class name of another namespace", list(namespace("a", class("E", "fn")), namespace("b", class("E", "fn"))), `errorClass.name "E" collides with another injected global`},
		{"global equal to an earlier class", list(namespace("a", class("E", "fn")), namespace("E", nil)), `binding global "E" collides with another injected global`},
		{"reserved class name", list(namespace("a", class("await", "fn"))), `errorClass.name "await" is not a usable Python identifier`},
		{"runtime-owned class name", list(namespace("a", class("__coderuntime_main__", "fn"))), `errorClass.name "__coderuntime_main__" collides with a runtime-owned global`},
		{"empty member", list(namespace("a", class("E", ""))), `errorClass.memberNameProperty must be a non-empty attribute name`},
		{"function name that is not UTF-8", list(coderuntime.Namespace{Global: "a", Functions: map[string]coderuntime.Function{"\xff": echo}}), `is not valid UTF-8`},
		{"nil function", list(coderuntime.Namespace{Global: "a", Functions: map[string]coderuntime.Function{"f": nil}}), `function "f" in namespace "a" is nil`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := coderuntime.ValidateBindings(tc.bindings)
			require.ErrorIs(t, err, coderuntime.ErrMisuse)
			assert.ErrorContains(t, err, tc.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestReservedErrorMembersAreRefused(t *testing.T) { // seed: 134, 305, 306
	for _, member := range []string{
		"name", "message", "stack", "args", "with_traceback", "add_note",
		"__traceback__", "__dict__", "__class__", "__x__",
	} {
		err := coderuntime.ValidateBindings([]coderuntime.Namespace{namespace("a", class("E", member))})
		assert.ErrorContains(t, err, "is a reserved error member and cannot be assigned", member)
	}
}

func TestUnusualButPortableNamesAreAccepted(t *testing.T) { // seed: 306, 357
	bindings := []coderuntime.Namespace{
		namespace("ToolCallError", nil),
		namespace("_private1", class("Failed", "tool-name")),
		namespace("b", class("E2", "__")),
		namespace("c", class("E3", "____")),
		{Global: "odd", Functions: map[string]coderuntime.Function{
			"": echo, "__proto__": echo, "constructor": echo, "__class__": echo, "two words": echo, "naïve": echo,
		}},
		{Global: "empty"},
	}
	assert.NoError(t, coderuntime.ValidateBindings(bindings))
	assert.NoError(t, coderuntime.ValidateBindings(nil))
}
