package wasm

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// assertAlive shows that the host and the runtime are unharmed.
func assertAlive(t *testing.T, r *Runtime) {
	t.Helper()
	assert.Equal(t, 1.0, value[float64](t, r, "return 1"))
}

func TestAProgramSeesNoFileOfTheHost(t *testing.T) {
	r := newTestRuntime(t, Config{})
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o644))
	found := value[[]string](t, r, `
import os
found = []
for name in ["`+secret+`", "/../..`+secret+`", "/etc/passwd", "/proc/self/mem", "/proc/self/maps", "/dev/mem",
             "../../../../etc/passwd", "/tmp/../../etc/passwd", "/lib/../../etc/passwd", "//etc/passwd"]:
    for how in (lambda: open(name).read(), lambda: os.stat(name), lambda: os.listdir(name), lambda: os.readlink(name),
                lambda: os.open(name, os.O_RDWR), lambda: os.symlink(name, "/tmp/link") or open("/tmp/link").read(),
                lambda: os.link(name, "/tmp/hard") or open("/tmp/hard").read(), lambda: os.rename(name, "/tmp/moved")):
        try:
            how()
            found.append(name)
        except OSError:
            pass
return found + sorted(set(os.listdir("/")) - {"lib", "tmp", "usr", "guest", "dev"})`)
	assert.Empty(t, found)
	text, err := os.ReadFile(secret)
	require.NoError(t, err)
	assert.Equal(t, "secret", string(text))
}

func TestAProgramCannotWriteOutsideTmp(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.Empty(t, value[[]string](t, r, `
import os
done = []
for how in (lambda: open("/lib/python3.13/json/__init__.py", "w"), lambda: os.remove("/lib/python3.13/os.py"),
            lambda: os.mkdir("/new"), lambda: os.rename("/lib", "/tmp/lib"), lambda: os.truncate("/lib/python3.13/os.py", 0),
            lambda: os.utime("/lib/python3.13/os.py", (0, 0)), lambda: os.rmdir("/tmp")):
    try:
        how()
        done.append(str(how.__code__.co_consts))
    except OSError:
        pass
return done`))
}

func TestAProgramHasNoEnvironmentAndNoArguments(t *testing.T) {
	t.Setenv("CODERUNTIME_SECRET", "secret")
	r := newTestRuntime(t, Config{})
	assert.Equal(t, []any{map[string]any{}, 0.0}, value[[]any](t, r, `
import os, sys
return [dict(os.environ), len([a for a in sys.argv if a])]`))
}

func TestAProgramHasNoSocketsProcessesOrThreads(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.Equal(t, []string{}, value[[]string](t, r, `
import os
worked = []
def attempt(name, how):
    try:
        how()
        worked.append(name)
    except (OSError, RuntimeError, ImportError, AttributeError):
        pass
def connect():
    import socket
    socket.create_connection(("127.0.0.1", 80), 1)
def listen():
    import socket
    s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
def process():
    import subprocess
    subprocess.run(["true"])
def thread():
    import threading
    threading.Thread(target=int).start()
attempt("connect", connect); attempt("listen", listen); attempt("process", process); attempt("thread", thread)
attempt("fork", lambda: os.fork()); attempt("system", lambda: os.system("true")); attempt("kill", lambda: os.kill(1, 9))
attempt("exec", lambda: os.execv("/bin/sh", ["sh"]))
return worked`))
}

func TestWildUseOfFd3HarmsOnlyTheProgram(t *testing.T) {
	for name, program := range map[string]string{
		"closes it":           "import os\nos.close(3)\nreturn 1",
		"reads what is there": "import os\ntry:\n    os.read(3, 1 << 30)\nexcept BlockingIOError:\n    return 1",
		"reads nothing":       "import os\ntry:\n    os.read(3, 0)\nexcept BlockingIOError:\n    pass\nreturn 1",
		"negative length":     "import os\ntry:\n    os.read(3, -1)\nexcept OSError:\n    return 1",
		"seeks and truncates": "import os\nfor f in (lambda: os.lseek(3, 2**40, 0), lambda: os.ftruncate(3, 2**40), lambda: os.fstat(3)):\n    try: f()\n    except OSError: pass\nreturn 1",
		"writes a large junk": "import os\nos.write(3, b'x' * 100000 + b'\\n')\nreturn 1",
		"writes NULs":         "import os\nos.write(3, bytes(100000) + b'\\n')\nreturn 1",
		"vectors":             "import os\ntry:\n    os.writev(3, [b'x'] * 1000)\nexcept (OSError, AttributeError):\n    pass\nreturn 1",
	} {
		t.Run(name, func(t *testing.T) {
			r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: 10 * time.Second}})
			result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
			require.NoError(t, err)
			t.Log(result.Failure)
			assertAlive(t, r)
		})
	}
}

func TestHugeNumbersDoNotBecomeHugeAllocations(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: 20 * time.Second, Memory: 96 * coderuntime.MiB, Log: 1024, Value: 1024}})
	for _, program := range []string{
		"f = open('/tmp/x', 'wb')\nf.seek(2**40)\nf.write(b'x')\nf.close()",
		"import os\nfd = os.open('/tmp/x', os.O_CREAT | os.O_RDWR)\nos.ftruncate(fd, 2**50)",
		"import os\nos.urandom(2**31)",
		"bytearray(2**31)",
		"x = 'x' * 2**40",
		"[0] * 2**40",
		"import os\nfds = [os.open('/tmp', 0) for _ in range(100000)]",
		"import os\nfor n in range(10**6): open(f'/tmp/{n}', 'w').close()",
		"import os\nos.mkdir('/tmp/' + 'x' * 2**20)",
		"import os\nos.chdir('/tmp')\nfor n in range(10**6): os.mkdir('d'); os.chdir('d')",
		"with open('/tmp/x', 'wb') as f:\n    while True: f.write(bytes(1 << 20))",
	} {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		if assert.NotNil(t, result.Failure, program) {
			assert.Equal(t, coderuntime.FailureException, result.Failure.Kind, "%s: %v", program, result.Failure)
		}
	}
	assertAlive(t, r)
}

func TestASleepingProgramObeysItsContext(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: 300 * time.Millisecond}})
	for _, program := range []string{
		"import time\ntime.sleep(1e9)",
		"import time\nwhile True: time.sleep(0)",
		"import select\nselect.select([], [], [], 1e6)",
		"import asyncio\nawait asyncio.sleep(1e9)",
		"import asyncio\nawait asyncio.Event().wait()",
		"import asyncio\nwhile True: await asyncio.sleep(0)",
	} {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
		require.NoError(t, err)
		if assert.NotNil(t, result.Failure, program) {
			assert.Equal(t, coderuntime.FailureTimeout, result.Failure.Kind, "%s: %v", program, result.Failure)
		}
	}
}
