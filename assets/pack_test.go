//go:build unix

package assets

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/recipe"
	"coderuntime/assets/steps"
)

// packed builds the fake artefact and packs it.
func packed(t *testing.T) []byte {
	t.Helper()
	a, err := (&fake{}).builder(t.TempDir(), nil).build(t.Context())
	require.NoError(t, err)
	var pack bytes.Buffer
	require.NoError(t, a.Pack(&pack))
	return pack.Bytes()
}

// forged is a pack whose report is as given and whose checksums are right.
func forged(t *testing.T, change func(*BuildInfo), content string) []byte {
	t.Helper()
	info := BuildInfo{Digest: "d1"}
	for _, name := range files {
		sum := sha256.Sum256([]byte("x"))
		info.Outputs = append(info.Outputs, Output{Name: name, Size: 1, SHA256: fmt.Sprintf("%x", sum)})
	}
	change(&info)
	text, err := json.Marshal(info)
	require.NoError(t, err)
	return fmt.Appendf(nil, "%s %d %d %x\n%s%s", packMagic, packFormat, len(text), sha256.Sum256(text), text, content)
}

func TestAPackedArtefactIsUsedInAnotherCache(t *testing.T) {
	pack := packed(t)
	for name, reader := range map[string]io.Reader{"whole": bytes.NewReader(pack), "byte by byte": iotest.OneByteReader(bytes.NewReader(pack))} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			b := (&fake{}).builder(cache, nil)
			used, err := b.use(t.Context(), reader)
			require.NoError(t, err)
			require.NoError(t, used.Verify())
			found, err := find(cache, "d1")
			require.NoError(t, err)
			assert.Equal(t, used, found)
			var again bytes.Buffer
			require.NoError(t, found.Pack(&again))
			assert.Equal(t, pack, again.Bytes(), "equal artefacts make equal packs")
		})
	}
}

func TestAPackIsAnArtefactInMemory(t *testing.T) {
	pack := packed(t)
	a, err := fromPack(pack, "d1")
	require.NoError(t, err)
	assert.NoError(t, a.Verify())
	assert.False(t, a.IsZero())
	module, stdlib, ok := a.Content()
	assert.True(t, ok)
	assert.Equal(t, "module", string(module))
	assert.Equal(t, "library", string(stdlib))
	var again bytes.Buffer
	require.NoError(t, a.Pack(&again))
	assert.Equal(t, pack, again.Bytes())

	pack[len(pack)-1] ^= 1
	assert.ErrorIs(t, a.Verify(), ErrDamaged)
}

func TestAPackThatIsNoneOrNotForThisVersionIsRefusedAndNothingIsLeft(t *testing.T) {
	good := packed(t)
	with := func(old, new string) []byte { return bytes.Replace(bytes.Clone(good), []byte(old), []byte(new), 1) }
	for _, c := range []struct {
		name string
		pack []byte
		says string
	}{
		{"nothing", nil, "this is not a packed interpreter"},
		{"another file", []byte("\x7fELF and so on\n"), "this is not a packed interpreter"},
		{"an endless line", bytes.Repeat([]byte(packMagic+" "), 10000), "this is not a packed interpreter"},
		{"no numbers", []byte(packMagic + " a b c\n"), "this is not a packed interpreter"},
		{"a later format", with(packMagic+" 1 ", packMagic+" 2 "), "the pack has format 2 and this program reads format 1"},
		{"a huge report", []byte(packMagic + " 1 99999999999 00\n"), "the pack claims a report of 99999999999 bytes"},
		{"a negative report", []byte(packMagic + " 1 -1 00\n"), "the pack claims a report of -1 bytes"},
		{"a changed report", with(`"thing"`, `"thong"`), "the report in the pack has the wrong checksum"},
		{"a report that is no JSON", fmt.Appendf(nil, "%s 1 1 %x\n{", packMagic, sha256.Sum256([]byte("{"))), "the report in the pack cannot be read"},
		{"another version", forged(t, func(i *BuildInfo) { i.Digest = "d2" }, "xx"), `the pack holds the interpreter "d2" and this program needs "d1": make the pack with the same version of coderun`},
		{"a path", forged(t, func(i *BuildInfo) { i.Outputs[0].Name = "../../evil" }, "xx"), `the pack holds ["../../evil" "stdlib.zip"] and has to hold`},
		{"one file twice", forged(t, func(i *BuildInfo) { i.Outputs[1].Name = files[0] }, "xx"), "and has to hold"},
		{"a file more", forged(t, func(i *BuildInfo) { i.Outputs = append(i.Outputs, i.Outputs[0]) }, "xxx"), "and has to hold"},
		{"no files", forged(t, func(i *BuildInfo) { i.Outputs = nil }, ""), "and has to hold"},
		{"a huge file", forged(t, func(i *BuildInfo) { i.Outputs[0].Size = 1 << 50 }, "xx"), "the pack claims a file of 1125899906842624 bytes"},
		{"a negative file", forged(t, func(i *BuildInfo) { i.Outputs[0].Size = -1 }, "xx"), "the pack claims a file of -1 bytes"},
		{"cut in the report", good[:150], "the pack is cut short"},
		{"cut in a file", good[:len(good)-1], "the pack is cut short"},
		{"a changed file", with("modulelibrary", "mOdulelibrary"), "python.wasm in the pack has the wrong checksum"},
		{"something after it", append(bytes.Clone(good), 0), "something follows the pack"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := t.TempDir()
			_, err := (&fake{}).builder(cache, nil).use(t.Context(), bytes.NewReader(c.pack))
			require.ErrorIs(t, err, ErrBadPack)
			assert.ErrorContains(t, err, c.says)
			assert.NotContains(t, err.Error(), "\n")
			left, _ := filepath.Glob(filepath.Join(cache, "assets", "*"))
			hidden, _ := filepath.Glob(filepath.Join(cache, "assets", ".*"))
			assert.Empty(t, append(left, hidden...))

			a, err := fromPack(c.pack, "d1")
			if err == nil {
				err = a.Verify() // which is when content is read
			}
			assert.Error(t, err)
		})
	}
}

func TestAPackThatCannotBeReadOnIsNoBadPack(t *testing.T) {
	broken := errors.New("the disk is gone")
	pack := packed(t)
	for _, n := range []int{150, len(pack) - 3} {
		r := io.MultiReader(bytes.NewReader(pack[:n]), iotest.ErrReader(broken))
		_, err := (&fake{}).builder(t.TempDir(), nil).use(t.Context(), r)
		assert.ErrorIs(t, err, broken)
		assert.NotErrorIs(t, err, ErrBadPack)
	}
}

func TestAWholeArtefactIsNotReplacedByAPack(t *testing.T) {
	pack := packed(t)
	cache, f := t.TempDir(), &fake{module: "another"}
	_, err := f.builder(cache, nil).build(t.Context())
	require.NoError(t, err)
	a, err := f.builder(cache, nil).use(t.Context(), bytes.NewReader(pack))
	require.NoError(t, err)
	assert.EqualValues(t, len("another"), a.Info.Outputs[0].Size)

	require.NoError(t, os.Truncate(a.Module(), 2))
	a, err = f.builder(cache, nil).use(t.Context(), bytes.NewReader(pack))
	require.NoError(t, err)
	assert.EqualValues(t, len("module"), a.Info.Outputs[0].Size)
}

func TestAPackFileAppearsWholeOrNotAtAll(t *testing.T) {
	a, err := (&fake{}).builder(t.TempDir(), nil).build(t.Context())
	require.NoError(t, err)
	dir := t.TempDir()
	file := filepath.Join(dir, "p")
	require.NoError(t, a.PackFile(file))
	assert.FileExists(t, file)
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.WriteFile(a.Module(), []byte("mOdule"), 0o644))
	require.ErrorIs(t, a.PackFile(file), ErrDamaged)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
	assert.ErrorContains(t, a.PackFile(filepath.Join(dir, "no", "p")), "writing the pack")
}

func FuzzFromPack(f *testing.F) {
	f.Add([]byte(packMagic + " 1 2 x\n{}"))
	f.Add([]byte(packMagic + " 1 99 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\n{}"))
	f.Add(fmt.Appendf(nil, "%s 1 2 %x\n{}", packMagic, sha256.Sum256([]byte("{}"))))
	f.Fuzz(func(t *testing.T, pack []byte) {
		a, err := fromPack(pack, "d1")
		if err == nil {
			_ = a.Verify()
			return
		}
		if !errors.Is(err, ErrBadPack) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q", err)
		}
	})
}

func TestAReportThatIsNotOfTheRecipeIsNoticed(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	good := func() BuildInfo {
		info := BuildInfo{Digest: Digest(), Python: recipe.PythonVersion(), Flags: recipe.Flags()}
		info.Inputs = []steps.Input{
			{Kind: "folder", Name: "python3.13", Note: "from CPYTHON_SRC"},
			{Kind: "package", Name: "wasi-libc", Version: "1", SHA256: sum},
			{Kind: "tool", Name: "go", Version: "1"},
		}
		return info
	}
	require.NoError(t, good().check())
	for says, change := range map[string]func(*BuildInfo){
		"it is for CPython 3.12.0":                            func(i *BuildInfo) { i.Python = "3.12.0" },
		"its flags are not the recipe's":                      func(i *BuildInfo) { i.Flags = map[string]string{"cflags": "-O0"} },
		"the source python3.13 is not among the inputs":       func(i *BuildInfo) { i.Inputs = i.Inputs[1:] },
		"the package wasi-libc has no version or no checksum": func(i *BuildInfo) { i.Inputs[1].SHA256 = "abc" },
		"an input has no kind or no name":                     func(i *BuildInfo) { i.Inputs[2].Name = "" },
		"the source zlib is not the pinned one": func(i *BuildInfo) {
			i.Inputs = append(i.Inputs, steps.Input{Kind: "source", Name: "zlib", Version: "1", SHA256: sum})
		},
	} {
		info := good()
		change(&info)
		assert.EqualError(t, info.check(), says)
	}
}

func TestTwoBuildsAreCompared(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "twice")
	f := &fake{}
	outputs, err := buildTwice(t.Context(), dir, *f.builder("", nil))
	require.NoError(t, err)
	assert.Len(t, outputs, 2)
	assert.EqualValues(t, 2, f.made.Load())
	assert.NoDirExists(t, dir)

	f.different = true
	_, err = buildTwice(t.Context(), dir, *f.builder("", nil))
	assert.EqualError(t, err, "two builds made two different python.wasm (both are in "+dir+")")
	assert.DirExists(t, dir)
}
