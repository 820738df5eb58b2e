package assets

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"coderuntime/assets/recipe"
	"coderuntime/assets/rewrite"
)

// The C code that is linked with CPython, compiled as one file: what the guest does in C, and the shim, which says what the module
// exports and imports.
var (
	//go:embed shim/accelerate.c
	accelerate string
	//go:embed shim/shim.c
	reactor string

	shim = accelerate + "\n" + reactor
)

// Digest returns the hexadecimal digest of everything that goes into an artefact and is decided by this version of the package: the
// shim, the recipe with its flags and pins, and the version of the rewriter. Two versions with the same digest can share an artefact.
func Digest() string { return digest() }

var digest = sync.OnceValue(func() string { return digestOf(recipe.Source(), shim, rewrite.Version) })

func digestOf(recipe fs.FS, shim, rewriter string) string {
	h := sha256.New()
	err := fs.WalkDir(recipe, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(recipe, name)
		fmt.Fprintf(h, "recipe %q %q\n", name, text)
		return err
	})
	if err != nil {
		panic("assets: reading what is built into this program: " + err.Error())
	}
	fmt.Fprintf(h, "shim %q\nrewriter %q\n", shim, rewriter)
	return hex.EncodeToString(h.Sum(nil))[:32]
}
