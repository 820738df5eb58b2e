package apt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPrivateConfigurationListsOneSuiteAndKeepsToItsFolder(t *testing.T) {
	dir := t.TempDir()
	p, err := NewPrivate(dir, Mirror{URI: "http://mirror.test/debian", Keyring: "/k.gpg"}, "trixie")
	require.NoError(t, err)
	list, err := os.ReadFile(filepath.Join(dir, "etc", "sources.list"))
	require.NoError(t, err)
	assert.Equal(t, "deb [signed-by=/k.gpg] http://mirror.test/debian trixie main\ndeb-src [signed-by=/k.gpg] http://mirror.test/debian trixie main\n", string(list))
	c := p.command("/dest", "apt-get", "download", "a", "b")
	assert.Equal(t, "/dest", c.Dir)
	assert.Equal(t, []string{"-q", "download", "a", "b"}, c.Args[len(c.Args)-4:])
	for _, o := range []string{"Dir::State=" + dir + "/state", "Dir::Cache=" + dir + "/cache", "Dir::Etc::sourceparts=/dev/null", "Dir::State::status=/dev/null"} {
		assert.Contains(t, c.Args, o)
	}
}

const showsrc = `Package: zlib
Version: 1:1.3-1
Files:
 0123 5 zlib_1.3-1.dsc
Checksums-Sha256:
 aa 5 zlib_1.3-1.dsc
 bb 7 zlib_1.3.orig.tar.gz
 cc 9 ../escape

Package: zlib
Version: 1:1.3-1+deb13u1
Checksums-Sha256:
 dd 5 zlib_1.3-1+deb13u1.dsc

Package: broken
`

func TestRevisionsAreReadNewestFirst(t *testing.T) {
	all := parseRevisions(showsrc)
	require.Len(t, all, 1)
	zlib := all["zlib"]
	require.Len(t, zlib, 2)
	assert.Equal(t, "1:1.3-1+deb13u1", zlib[0].Version)
	assert.Equal(t, "zlib_1.3-1.dsc", zlib[1].Dsc())
	assert.Equal(t, []File{{"zlib_1.3-1.dsc", "aa"}, {"zlib_1.3.orig.tar.gz", "bb"}}, zlib[1].Files, "a name with a folder in it is not a file of the package")
}

func TestARevisionIsWholeWhenAllItsFilesAreThere(t *testing.T) {
	dir := t.TempDir()
	r := parseRevisions(showsrc)["zlib"][1]
	assert.False(t, r.Whole(dir))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zlib_1.3.orig.tar.gz"), nil, 0o644))
	assert.False(t, r.Whole(dir), "the mirror lists a revision and does not serve it")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zlib_1.3-1.dsc"), nil, 0o644))
	assert.True(t, r.Whole(dir))
	assert.False(t, Revision{}.Whole(dir))
}
