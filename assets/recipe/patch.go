package recipe

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// An edit replaces a piece of CPython's source, which has to be there exactly as often as times says: once if that is 0.
type edit struct {
	file, old, new string
	times          int
}

// edits is all that is changed in CPython.
var edits = slices.Concat(recursion, counting)

// recursion gives the module the recursion limits that CPython has elsewhere. It lowers them for WASI, for engines with a small stack; ours
// is 8 MiB, as on Linux, and programs that fail at half the depth would be a difference between the backends.
var recursion = []edit{
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

// counting keeps what runs, and does nothing else, from being written to: a page that a run writes to is one more to restore, and one
// that suspended runs cannot share.
var counting = []edit{
	{
		file: "Python/ceval_macros.h", // a counter that is out of reach, of which shim/accelerate.c makes many
		old:  "        (COUNTER) = advance_backoff_counter((COUNTER)); \\\n",
		new:  "        if (!is_unreachable_backoff_counter((COUNTER))) \\\n            (COUNTER) = advance_backoff_counter((COUNTER)); \\\n",
	},
	{
		file: "Python/generated_cases.c.h", times: 7, // which way a jump went, for a compiler that is not built
		old: "this_instr[1].cache = (this_instr[1].cache << 1) | flag;", new: "(void)this_instr;",
	},
	{
		file: "Python/generated_cases.c.h",
		old:  "this_instr[1].cache = (this_instr[1].cache << 1) | !nflag;", new: "(void)this_instr;",
	},
}

func patch(dir string, edits []edit) error {
	for _, e := range edits {
		path := filepath.Join(dir, filepath.FromSlash(e.file))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n, want := bytes.Count(text, []byte(e.old)), max(e.times, 1); n != want {
			return fmt.Errorf("patching CPython: %s has %d times, not %d, what is to be replaced: see assets/recipe/patch.go", e.file, n, want)
		}
		if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(e.old), []byte(e.new)), 0o644); err != nil {
			return err
		}
	}
	return nil
}
