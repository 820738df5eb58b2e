package census

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/wasm"
)

var update = flag.Bool("update", false, "write modules.txt (reasons that were there stay) and docs/stdlib.md")

const listFile = "modules.txt"

var docFile = filepath.Join("..", "..", "docs", "stdlib.md")

// A module is a line of the list: a name, and why it cannot be imported if it cannot. A package that cannot be imported stands for all
// that is in it.
type module struct{ name, reason string }

func readList(t *testing.T) []module {
	t.Helper()
	text, err := os.ReadFile(listFile)
	require.NoError(t, err)
	var list []module
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, _ := strings.Cut(line, ": ")
		list = append(list, module{name, reason})
	}
	return list
}

func writeList(t *testing.T, list []module) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Every public module of CPython 3.13, without the private ones and the tests: NAME if it can be imported on the wasm backend,\n" +
		"# NAME: REASON if it cannot. A package that cannot stands for all that is in it.\n")
	for _, m := range list {
		b.WriteString(m.name)
		if m.reason != "" {
			b.WriteString(": " + m.reason)
		}
		b.WriteString("\n")
	}
	require.NoError(t, os.WriteFile(listFile, []byte(b.String()), 0o644))
}

func newRuntime(t *testing.T) *wasm.Runtime {
	t.Helper()
	r, err := wasm.New(t.Context(), wasm.Config{Limits: coderuntime.Limits{Wall: time.Minute, CPU: time.Minute}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close(context.Background())) })
	return r
}

func run(t *testing.T, r coderuntime.Runtime, program string) coderuntime.Result {
	t.Helper()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
	require.NoError(t, err)
	return result
}

// tryImport imports a module in a fresh interpreter and returns the error's text, or "".
func tryImport(t *testing.T, r coderuntime.Runtime, name string) (problem string, logs []string) {
	t.Helper()
	result := run(t, r, fmt.Sprintf(`
from importlib import import_module
try:
    import_module(%q)
except Exception as error:
    return f"{type(error).__name__}: {error}"
`, name))
	require.Nil(t, result.Failure, "importing %s", name)
	if result.Value != nil {
		require.NoError(t, json.Unmarshal(result.Value, &problem))
	}
	return problem, result.Logs
}

// talkative are the modules whose purpose is what they print when they are imported.
var talkative = map[string]bool{"this": true, "__hello__": true}

func TestEveryPublicModuleCanBeImportedOrTheListSaysWhyNot(t *testing.T) {
	r, list := newRuntime(t), readList(t)
	for i, m := range list {
		problem, logs := tryImport(t, r, m.name)
		if *update {
			switch {
			case problem == "":
				list[i].reason = ""
			case m.reason == "":
				list[i].reason = problem
			}
			continue
		}
		if m.reason == "" {
			assert.Empty(t, problem, m.name)
		} else {
			assert.NotEmpty(t, problem, "%s can be imported now: take its reason out of %s", m.name, listFile)
		}
		if !talkative[m.name] {
			assert.Empty(t, logs, "importing %s prints something", m.name)
		}
	}
	if *update {
		writeList(t, list)
	}
}

func TestTheListHasEveryModuleThatTheInterpreterHas(t *testing.T) {
	result := run(t, newRuntime(t), `
import os, sys

def public(name):
    return not any(
        part.startswith(("_", "test_")) or part in ("test", "tests") or part.endswith("_test") for part in name.split(".")
    )

names = {name for name in sys.stdlib_module_names if public(name)}
root = "/lib/python3.13"
for folder, folders, files in os.walk(root):
    inside = os.path.relpath(folder, root).replace("/", ".").removeprefix(".")
    folders[:] = [f for f in folders if os.path.exists(f"{folder}/{f}/__init__.py")]
    for file in files:
        if inside and file.endswith(".py"):
            name = inside if file == "__init__.py" else f"{inside}.{file[:-3]}"
            if public(name):
                names.add(name)
return sorted(names)`)
	require.Nil(t, result.Failure)
	var names []string
	require.NoError(t, json.Unmarshal(result.Value, &names))
	require.Greater(t, len(names), 400)
	list := readList(t)
	assert.True(t, slices.IsSortedFunc(list, func(a, b module) int { return strings.Compare(a.name, b.name) }), "the list is in order")
	listed := map[string]module{}
	for _, m := range list {
		listed[m.name] = m
	}
	for _, name := range names {
		_, ok := listed[name]
		for parent := name; !ok && strings.Contains(parent, "."); {
			parent = parent[:strings.LastIndex(parent, ".")]
			ok = listed[parent].reason != ""
		}
		assert.True(t, ok, "%s is missing from %s", name, listFile)
	}
}

func TestTheDocumentationIsMadeFromTheList(t *testing.T) {
	want := document(readList(t))
	if *update {
		require.NoError(t, os.WriteFile(docFile, []byte(want), 0o644))
	}
	got, err := os.ReadFile(docFile)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "run: go test ./assets/census -update")
}

// document returns docs/stdlib.md.
func document(list []module) string {
	var b strings.Builder
	b.WriteString(introduction)
	missing := map[string]string{}
	parts := map[string][]string{}
	var tops []string
	for _, m := range list {
		top, rest, _ := strings.Cut(m.name, ".")
		if m.reason != "" {
			missing[m.name] = m.reason
			continue
		}
		if !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
		if rest != "" {
			parts[top] = append(parts[top], "`"+rest+"`")
		}
	}
	fmt.Fprintf(&b, "## Modules that can be imported\n\n%d modules and packages, with %d modules inside the packages.\n\n", len(tops), count(parts))
	var plain []string
	for _, top := range tops {
		if parts[top] == nil {
			plain = append(plain, "`"+top+"`")
		}
	}
	fmt.Fprintf(&b, "%s.\n\n| package | in it |\n|---|---|\n", strings.Join(plain, ", "))
	for _, top := range tops {
		if parts[top] != nil {
			fmt.Fprintf(&b, "| `%s` | %s |\n", top, strings.Join(parts[top], ", "))
		}
	}
	b.WriteString("\n## Modules that cannot\n\nA package stands for all that is in it.\n\n| module | why |\n|---|---|\n")
	for _, m := range list {
		if m.reason != "" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", m.name, m.reason)
		}
	}
	return b.String()
}

func count(parts map[string][]string) (n int) {
	for _, p := range parts {
		n += len(p)
	}
	return n
}

const introduction = `# The standard library on the wasm backend

CPython 3.13's whole library is there but for what needs the operating system under it. The native
backend has what its ` + "`python3`" + ` has. This page is made from assets/census/modules.txt, which a test
compares with the interpreter: ` + "`go test ./assets/census -update`" + `.

## What works differently

| what | here | instead |
|---|---|---|
| ` + "`threading.Thread.start`, `_thread.start_new_thread`" + ` | RuntimeError: there are no threads | asyncio |
| ` + "`ThreadPoolExecutor`, `asyncio.to_thread`, `loop.run_in_executor`" + ` | the work runs where it is submitted, in order: no parallelism, and work that waits for later work waits forever | |
| ` + "`subprocess`, `os.system`, `os.popen`, `multiprocessing`, `ProcessPoolExecutor`" + ` | OSError: there are no processes | functions of the host |
| ` + "`socket`, `urllib.request`, `http.client`, `smtplib`, `asyncio.open_connection`" + ` and the like | OSError: there is no network | functions of the host |
| ` + "`os.fork`, `os.kill`, `os.getuid`" + ` and the like | not there, as on other systems without them | |
| ` + "`asyncio.new_event_loop`" + ` | RuntimeError: the program runs in a loop already | ` + "`await`" + ` |
| ` + "`hashlib.scrypt`" + ` | NotImplementedError: there is no OpenSSL | ` + "`hashlib.pbkdf2_hmac`" + `, which is there |
| ` + "`hashlib.new`" + ` | the hashes of ` + "`hashlib.algorithms_guaranteed`" + ` and no others | |
| ` + "`socket.gethostname`" + ` | ` + "`localhost`" + ` | |
| ` + "`sys.platform`, `sys.executable`, `sys.prefix`" + ` | ` + "`wasi`" + `, empty, ` + "`/`" + ` | |
| ` + "`sys.maxsize`" + ` | 2**31 - 1: the interpreter has 32 bits | |
| files | ` + "`/tmp`, which is the working directory too, can be written to; the rest can be read" + ` | |

Time zones are those of Debian's tzdata, old names included. SQLite has FTS3, FTS4, FTS5, JSON, R*Tree
and the mathematical functions; a database can be in memory or a file in /tmp.

`
