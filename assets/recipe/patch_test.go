package recipe

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestASourceIsPatchedWhereItSaysWhatIsExpectedOnce(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "Parser", "parser.c")
	require.NoError(t, os.Mkdir(filepath.Dir(file), 0o755))
	e := []edit{{file: "Parser/parser.c", old: "4000\n", new: "6000\n"}}
	for text, want := range map[string]string{"a 4000\nb\n": "a 6000\nb\n", "a\n": "", "4000\n4000\n": ""} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		err := patch(dir, e)
		if want == "" {
			assert.ErrorContains(t, err, "Parser/parser.c has")
			continue
		}
		require.NoError(t, err)
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
	assert.Error(t, patch(t.TempDir(), e))
}

func TestAnEditThatSaysHowOftenFindsItSoOften(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	e := []edit{{file: "f", old: "a", new: "b", times: 2}}
	for text, want := range map[string]string{"aca": "bcb", "a": "", "aaa": ""} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		err := patch(dir, e)
		if want == "" {
			assert.ErrorContains(t, err, "not 2")
			want = text
		} else {
			require.NoError(t, err)
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
}

func TestAFolderThatSomebodyNamedIsNotPatchedItself(t *testing.T) {
	theirs, tree := t.TempDir(), filepath.Join(t.TempDir(), "cpython")
	require.NoError(t, os.WriteFile(filepath.Join(theirs, "f"), []byte("old"), 0o644))
	require.NoError(t, os.Symlink(theirs, tree))
	require.NoError(t, ownCopy(tree))
	require.NoError(t, patch(tree, []edit{{file: "f", old: "old", new: "new"}}))
	text, err := os.ReadFile(filepath.Join(theirs, "f"))
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	require.NoError(t, ownCopy(tree), "a folder of our own stays as it is")
}
