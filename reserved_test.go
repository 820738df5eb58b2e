package coderuntime_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"coderuntime"
)

// The words as the two languages list them: keyword.kwlist and keyword.softkwlist of Python 3.13, and
// the reserved words of ECMAScript 2024 in strict mode, with the two names that it restricts.
const (
	pythonWords = `False None True and as assert async await break class continue def del elif else except finally
		for from global if import in is lambda nonlocal not or pass raise return try while with yield _ case match type`
	ecmaScriptWords = `await break case catch class const continue debugger default delete do else enum export extends
		false finally for function if import in instanceof new null return super switch this throw true try typeof var
		void while with yield let static implements interface package private protected public arguments eval`
)

func TestTheReservedWordsAreTheUnionOfBothLanguages(t *testing.T) { // seed: 307
	for word := range strings.FieldsSeq(pythonWords + " " + ecmaScriptWords) {
		err := coderuntime.ValidateBindings([]coderuntime.Namespace{namespace(word, nil)})
		assert.ErrorContains(t, err, "is not a usable Python identifier", word)
		err = coderuntime.ValidateBindings([]coderuntime.Namespace{namespace("a", class(word, "member"))})
		assert.ErrorContains(t, err, "is not a usable Python identifier", word)
	}
}
