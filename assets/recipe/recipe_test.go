//go:build unix

package recipe

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/apt"
)

var anyTool = func(tool) bool { return true }

func TestAMissingToolIsNamedTogetherWithItsPackage(t *testing.T) {
	look := func(name string) (string, error) {
		if name == "wasm-opt" || name == "tclsh" {
			return "", exec.ErrNotFound
		}
		return "/bin/" + name, nil
	}
	_, err := find(look, anyTool)
	require.ErrorIs(t, err, ErrMissingTool)
	assert.Equal(t, "cannot build: wasm-opt is missing (package binaryen), tclsh is missing (package tcl); on Debian: apt-get install binaryen tcl", err.Error())
	assert.NotContains(t, err.Error(), "\n")
}

func TestMissingPackagesAreListedForAnInstaller(t *testing.T) {
	nothing := func(string) (string, error) { return "", exec.ErrNotFound }
	got, err := missing(t.Context(), nothing, func(t tool) bool { return t.role == "cc" || t.role == "strip" || t.role == "ar" })
	require.NoError(t, err)
	assert.Equal(t, []string{"clang-19", runtimePackage, "llvm-19"}, got)

	cc := filepath.Join(t.TempDir(), "cc")
	script := "#!/bin/sh\ncase $1 in --version) echo clang version 19.1.7;; *) echo %s;; esac"
	for library, want := range map[string][]string{"/bin/sh": nil, "/no/such/lib.a": {runtimePackage}} {
		require.NoError(t, os.WriteFile(cc, fmt.Appendf(nil, script, library), 0o755))
		got, err := missing(t.Context(), func(string) (string, error) { return cc, nil }, anyTool)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestAToolUnderAnotherNameIsTaken(t *testing.T) {
	found, err := find(func(name string) (string, error) {
		if strings.HasSuffix(name, "-19") {
			return "", exec.ErrNotFound
		}
		return "/bin/" + name, nil
	}, anyTool)
	require.NoError(t, err)
	assert.Equal(t, "/bin/clang", found["cc"])
}

func TestToolsThatOnlyDebianNeedsAreNotAskedForElsewhere(t *testing.T) {
	found, err := find(func(name string) (string, error) {
		if strings.HasPrefix(name, "apt") || strings.HasPrefix(name, "dpkg") {
			return "", exec.ErrNotFound
		}
		return "/bin/" + name, nil
	}, func(t tool) bool { return !t.apt })
	require.NoError(t, err)
	assert.NotContains(t, found, "apt-get")
}

func TestTheToolchainListsEveryPackageOnce(t *testing.T) {
	list := Toolchain()
	assert.True(t, slices.IsSorted(list))
	assert.Equal(t, list, slices.Compact(slices.Clone(list)))
	for _, name := range []string{"clang-19", "lld-19", "llvm-19", "binaryen", runtimePackage} {
		assert.Contains(t, list, name)
	}
}

func TestAVersionIsReadOffWhateverLineHasIt(t *testing.T) {
	for text, want := range map[string]string{
		"LLVM (http://llvm.org/):\n  LLVM version 19.1.7\n": "LLVM version 19.1.7",
		"GNU Make 4.3\nBuilt for x\n":                       "GNU Make 4.3",
		"":                                                  "unknown",
		"no number\n":                                       "unknown",
		"tar (GNU tar) 1.34\nLicense GPLv3+: GNU GPL version 3 or later\n": "tar (GNU tar) 1.34",
	} {
		assert.Equal(t, want, versionLine(text))
	}
}

func TestAChangedUpstreamVersionIsRefusedWithHowToRaiseThePin(t *testing.T) {
	p := Pin{Name: "zlib", Version: "1.3"}
	_, err := p.fitting([]apt.Revision{{Name: "zlib", Version: "1:1.4-1"}})
	require.Error(t, err)
	assert.Equal(t, "Debian trixie has zlib in version 1.4, and this recipe is for 1.3: to raise it, change Version, Tarball and SHA256 of zlib in assets/recipe/pins.go", err.Error())
	_, err = p.fitting(nil)
	assert.ErrorContains(t, err, "nothing of that name")
}

func TestAChangedPackagingRevisionIsAccepted(t *testing.T) {
	p := Pin{Name: "zlib", Version: "1.3"}
	got, err := p.fitting([]apt.Revision{{Version: "1:1.4-1"}, {Version: "1:1.3-9"}, {Version: "1:1.3-1"}})
	require.NoError(t, err)
	require.Len(t, got, 2)
	assert.Equal(t, "1:1.3-9", got[0].Version)
}

func TestASourceWithAnotherChecksumIsRefused(t *testing.T) {
	dir := t.TempDir()
	p := Pin{Name: "zlib", Tarball: "z.tar", SHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
	assert.ErrorContains(t, p.check(dir), "the source of zlib did not arrive")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "z.tar"), nil, 0o644))
	require.NoError(t, p.check(dir))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "z.tar"), []byte("cut sho"), 0o644))
	assert.ErrorContains(t, p.check(dir), "z.tar has the checksum")
}

func TestPinsAreComplete(t *testing.T) {
	sum := regexp.MustCompile(`^[0-9a-f]{64}$`)
	for _, p := range pins {
		assert.Regexp(t, sum, p.SHA256, p.Name)
		assert.True(t, strings.HasPrefix(p.Tarball, p.Name+"_"+p.Version+".orig.tar."), p.Name)
		assert.NotEmpty(t, p.Env, p.Name)
	}
}

func TestAPackagesVersionIsReadOffItsFileName(t *testing.T) {
	assert.Equal(t, "1:1.3.1-1", packageVersion("/x/zlib1g_1%3a1.3.1-1_amd64.deb"))
	assert.Equal(t, "0.0~git20241209.574b88d-2", packageVersion("wasi-libc_0.0~git20241209.574b88d-2_all.deb"))
}

func TestElsewhereThanOnDebianTheFoldersHaveToBeNamed(t *testing.T) {
	none := func(string) string { return "" }
	_, err := FindOrigin(none, fstest.MapFS{})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "CPYTHON_SRC")
	assert.Contains(t, err.Error(), "WASI_SYSROOT")

	src, sysroot := t.TempDir(), t.TempDir()
	named := func(name string) string { return map[string]string{"CPYTHON_SRC": src, "WASI_SYSROOT": sysroot}[name] }
	_, err = FindOrigin(named, fstest.MapFS{})
	assert.ErrorContains(t, err, "not a source tree of CPython")

	require.NoError(t, os.Mkdir(filepath.Join(src, "Include"), 0o755))
	header := filepath.Join(src, "Include", "patchlevel.h")
	require.NoError(t, os.WriteFile(header, []byte("#define PY_VERSION      \t\"3.12.0\"\n"), 0o644))
	_, err = FindOrigin(named, fstest.MapFS{})
	assert.ErrorContains(t, err, "is not CPython "+pythonVersion)

	require.NoError(t, os.WriteFile(header, []byte("#define PY_VERSION      \t\""+pythonVersion+"\"\n"), 0o644))
	o, err := FindOrigin(named, fstest.MapFS{})
	require.NoError(t, err)
	assert.Equal(t, src, o.Folders["CPYTHON_SRC"])
	assert.False(t, o.fetchesAnything())
	assert.False(t, o.has("ZLIB_SRC"), "a library that nobody named and Debian cannot bring is left out")
}

func TestAFolderThatIsNotThereIsNamedWithItsVariable(t *testing.T) {
	_, err := FindOrigin(func(name string) string {
		if name == "ZLIB_SRC" {
			return "/no/such/folder"
		}
		return ""
	}, fstest.MapFS{})
	assert.ErrorContains(t, err, "ZLIB_SRC: ")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestALibraryThatIsLeftOutTakesItsModulesWithIt(t *testing.T) {
	without := (&Recipe{origin: Origin{Folders: map[string]string{"ZLIB_SRC": "/z"}}}).decisions()
	assert.Contains(t, without, "py_cv_module__lzma=n/a\n")
	assert.NotContains(t, without, "py_cv_module_zlib=")
	assert.NotContains(t, without, "lzma_easy_encoder")
	with := (&Recipe{origin: Origin{Mirror: &apt.Mirror{}}}).decisions()
	assert.NotContains(t, with, "py_cv_module__lzma=")
	assert.Contains(t, with, "ac_cv_lib_lzma_lzma_easy_encoder=yes\n")
	for _, module := range unwanted {
		assert.Contains(t, with, "py_cv_module_"+module+"=n/a\n")
	}
}

func TestRecordedAnswersSayNothingAboutTheMachineTheyWereMadeOn(t *testing.T) {
	answer := regexp.MustCompile(`^a[cx]_cv_\w+=('[\w ]*'|[\w.]*)$`)
	for _, f := range facts {
		text, err := source.ReadFile(f.file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\n")
			if !strings.HasPrefix(line, "#") {
				assert.Regexp(t, answer, line)
				assert.NotRegexp(t, `^ac_cv_(env|path|build|host)`, line)
			}
		}
	}
}

func TestAStepsKeyCoversTheFilesThatDefineItAndWhereThingsComeFrom(t *testing.T) {
	r := &Recipe{origin: Origin{Folders: map[string]string{}}}
	base := r.key("x", "link.go")
	assert.Equal(t, base, r.key("x", "link.go"))
	assert.NotEqual(t, base, r.key("y", "link.go"))
	assert.NotEqual(t, base, r.key("x", "zip.go"))
	assert.Contains(t, r.key("", "facts"), facts[0].file, "a folder stands for what is in it")
	r.origin.Folders["CPYTHON_SRC"] = "/src"
	assert.NotEqual(t, base, r.key("x", "link.go"))
}

func TestTheRecipeNamesNoHost(t *testing.T) {
	address := regexp.MustCompile(`(https?|ftp)://[a-z]`)
	require.NoError(t, fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := source.ReadFile(name)
		assert.NotRegexp(t, address, string(text), name)
		return err
	}))
}

func TestTheArchiveDependsOnItsMembersAlone(t *testing.T) {
	text := bytes.Repeat([]byte("def f(): pass\n"), 100)
	members := func() []member {
		return []member{{name: "lib/b.py", data: text, deflate: true}, {name: "lib/a.pyc", data: []byte("bytecode")}, {name: "lib/empty"}}
	}
	var one, two bytes.Buffer
	require.NoError(t, writeZip(&one, members()))
	other := members()
	slices.Reverse(other)
	require.NoError(t, writeZip(&two, other))
	assert.Equal(t, one.Bytes(), two.Bytes())

	z, err := zip.NewReader(bytes.NewReader(one.Bytes()), int64(one.Len()))
	require.NoError(t, err)
	require.Len(t, z.File, 3)
	assert.Equal(t, "lib/a.pyc", z.File[0].Name)
	offset, err := z.File[0].DataOffset()
	require.NoError(t, err)
	assert.Equal(t, "bytecode", string(one.Bytes()[offset:offset+8]), "a stored member is a part of the archive as it is")
	assert.Zero(t, z.File[0].Flags&8, "sizes stand before the data")
	f, err := z.File[1].Open()
	require.NoError(t, err)
	got, err := io.ReadAll(f)
	require.NoError(t, err)
	assert.Equal(t, text, got)
	assert.Less(t, z.File[1].CompressedSize64, uint64(len(text)))
}

func TestOnlyTimeZonesAreTakenAndAliasesBecomeCopies(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	put("zones/Europe/Berlin", "TZif2 berlin")
	put("zones/posix/Europe/Berlin", "TZif2 berlin")
	put("zones/zone.tab", "# text")
	require.NoError(t, os.Symlink("Europe/Berlin", filepath.Join(dir, "zones", "MET")))
	require.NoError(t, os.Symlink("/etc/no/such/file", filepath.Join(dir, "zones", "localtime")))
	require.NoError(t, os.Symlink("zones", filepath.Join(dir, "link")))
	got, err := zoneMembers(filepath.Join(dir, "link"))
	require.NoError(t, err)
	var names []string
	for _, m := range got {
		names = append(names, m.name)
		assert.Equal(t, "TZif2 berlin", string(m.data))
	}
	assert.ElementsMatch(t, []string{"usr/share/zoneinfo/Europe/Berlin", "usr/share/zoneinfo/MET"}, names)
}

func TestALibrarysFilesAreListedInOrderWithoutTheExcepted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.c", "a.c", "gzread.c", "a.h"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	got, err := library{sources: []string{"*.c"}, except: []string{"gz*.c"}}.files(dir)
	require.NoError(t, err)
	assert.Equal(t, []string{"a.c", "b.c"}, got)
	_, err = library{pin: Pin{Name: "x"}, sources: []string{"c/*.c"}}.files(dir)
	assert.EqualError(t, err, "the source of x has no c/*.c")
}

func TestAPathThatMakefilesCannotCopeWithIsRefused(t *testing.T) {
	assert.NoError(t, checkPath("/home/jörg/.cache/a-b_c+d~1"))
	for _, path := range []string{"/home/my user/cache", "/a$b", "/a:b", "/a'b", "/a#b", "/a\nb"} {
		assert.ErrorContains(t, checkPath(path), "special characters", path)
	}
}

func TestTheCompilerIsChecked(t *testing.T) {
	script := func(text string) toolset {
		path := filepath.Join(t.TempDir(), "cc")
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755))
		return toolset{"cc": path}
	}
	err := script("echo gcc 12").checkCompiler(t.Context())
	assert.ErrorContains(t, err, "is not clang")
	err = script("echo clang version 14.0.6").checkCompiler(t.Context())
	require.True(t, errors.Is(err, ErrMissingTool))
	assert.ErrorContains(t, err, "apt-get install clang-19")
	err = script(`case $1 in --version) echo clang version 19.1.7;; *) echo /no/such/lib.a;; esac`).checkCompiler(t.Context())
	require.True(t, errors.Is(err, ErrMissingTool))
	assert.ErrorContains(t, err, "apt-get install "+runtimePackage)
	assert.NoError(t, script(`case $1 in --version) echo clang version 21.0.0;; *) echo /bin/sh;; esac`).checkCompiler(t.Context()))
}
