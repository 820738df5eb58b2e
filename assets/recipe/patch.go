package recipe

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// An edit replaces a piece of CPython's source, which has to be there exactly once.
type edit struct{ file, old, new string }

// edits give the module the recursion limits that CPython has elsewhere. It lowers them for WASI, for engines with a small stack; ours
// is 8 MiB, as on Linux, and programs that fail at half the depth would be a difference between the backends.
var edits = []edit{
	{
		file: "Parser/parser.c", // brackets in brackets: SyntaxError beyond 200, and not MemoryError before
		old:  "#    define MAXSTACK 4000\n", new: "#    define MAXSTACK 6000\n",
	},
	{
		file: "Include/cpython/pystate.h",
		old:  "#  define Py_C_RECURSION_LIMIT 5000\n", new: "#  define Py_C_RECURSION_LIMIT 10000\n",
	},
	{
		file: "Python/marshal.c",
		old:  "#elif defined(__wasi__)\n#  define MAX_MARSHAL_STACK_DEPTH 1500\n", new: "#elif defined(__wasi__)\n#  define MAX_MARSHAL_STACK_DEPTH 2000\n",
	},
}

func patch(dir string, edits []edit) error {
	for _, e := range edits {
		path := filepath.Join(dir, filepath.FromSlash(e.file))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := bytes.Count(text, []byte(e.old)); n != 1 {
			return fmt.Errorf("patching CPython: %s has %d times what is to be replaced: see assets/recipe/patch.go", e.file, n)
		}
		if err := os.WriteFile(path, bytes.Replace(text, []byte(e.old), []byte(e.new), 1), 0o644); err != nil {
			return err
		}
	}
	return nil
}
