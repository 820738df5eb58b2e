package conformance

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

func taggedTests(t *testing.T) []TaggedTest {
	t.Helper()
	tests, err := FindTaggedTests(os.DirFS(".."))
	require.NoError(t, err)
	return tests
}

func TestEveryLineOfTheReferenceIsStatedOrExcused(t *testing.T) {
	all, err := statements(Cases(), taggedTests(t))
	require.NoError(t, err)
	assert.Len(t, all, lastLine)
	for line, as := range sameAs {
		assert.Empty(t, unstated[line], "line %d is as %d and needs no reason", line, as)
		assert.NotEmpty(t, all[as-1].names(), "line %d", as)
		assert.Empty(t, all[as-1].reason, "line %d is as %d, which is not stated", line, as)
	}
}

func TestALineWithoutAStatementIsNoticed(t *testing.T) {
	_, err := statements(nil, taggedTests(t))
	assert.ErrorContains(t, err, `has no case, no test tagged "// seed: `)
}

// A tag that is new may wait until the page is written again: tests are tagged more often than that.
func TestThePageIsInStepWithTheCases(t *testing.T) {
	got, err := os.ReadFile("../docs/conformance.md")
	require.NoError(t, err)
	var want bytes.Buffer
	require.NoError(t, WritePage(&want, Cases(), namedIn(string(got), taggedTests(t)), []Column{
		{"wasm", nil},
		{"native", []coderuntime.Capability{coderuntime.Threads, coderuntime.Processes, coderuntime.Signals}},
	}))
	assert.Equal(t, want.String(), string(got), "docs/conformance.md is stale: make conformance-page")
}

// namedIn leaves of the tests those lines at which the page names them.
func namedIn(page string, tests []TaggedTest) (named []TaggedTest) {
	rows := map[int]string{}
	for row := range strings.Lines(page) {
		var line int
		if _, err := fmt.Sscanf(row, "| %d |", &line); err == nil {
			rows[line] = row
		}
	}
	for _, test := range tests {
		test.Lines = slices.DeleteFunc(slices.Clone(test.Lines), func(line int) bool {
			return !strings.Contains(rows[line], "`"+test.Package+"."+test.Name+"`")
		})
		named = append(named, test)
	}
	return named
}

func TestTagsAreFoundWithTheirTests(t *testing.T) {
	source := fstest.MapFS{
		"a/b_test.go": {Data: []byte(`package a
func TestOne(t *testing.T) { // seed: 3, 7-9
	_ = []string{
		"x", // seed: 3
		"y", // seed: 1, 2
		// seed: nothing
	}
}
func TestTwo(t *testing.T) {}
`)},
		"a/testdata/c_test.go": {Data: []byte("not Go")},
		"a/c.go":               {Data: []byte("package a // seed: 12")},
	}
	tests, err := FindTaggedTests(source)
	require.NoError(t, err)
	assert.Equal(t, []TaggedTest{{Package: "a", Name: "TestOne", Lines: []int{1, 2, 3, 7, 8, 9}}}, tests)

	source["a/d_test.go"] = &fstest.MapFile{Data: []byte("package a\n\n// seed: 5\n")}
	_, err = FindTaggedTests(source)
	assert.ErrorContains(t, err, "is in no function")
}
