package hostfuncs

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The document is what people audit, so it must list what there is.
func TestTheDocumentListsEveryFunction(t *testing.T) {
	document, err := os.ReadFile("../docs/wasi-surface.md")
	require.NoError(t, err)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9_]+)` \\|").FindAllSubmatch(document, -1) {
		listed[string(row[1])] = true
	}
	want := map[string]bool{}
	for _, f := range everyFunction() {
		want[f.name] = true
	}
	assert.Equal(t, want, listed)
}
