package confine_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/native"
	"coderuntime/native/confine"
)

func newRuntime(t *testing.T, prestart int) *native.Runtime {
	t.Helper()
	r, err := native.New(native.Config{
		Launcher: confine.New(),
		Prestart: prestart,
		Limits:   coderuntime.Limits{Wall: 30 * time.Second, Grace: 100 * time.Millisecond},
	})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close(context.Background())) })
	return r
}

func run(t *testing.T, r *native.Runtime, program string) coderuntime.Result {
	t.Helper()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
	require.NoError(t, err)
	return result
}

func TestAConfinedProgramIsRefusedWhatReachesOutside(t *testing.T) { // seed: 267
	r := newRuntime(t, 0)
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o666))
	victim := exec.Command("sleep", "1000")
	require.NoError(t, victim.Start())
	defer func() {
		victim.Process.Kill()
		victim.Wait()
	}()
	attempts := map[string]string{
		"read /etc/passwd":             "open('/etc/passwd').read()",
		"read a file of the host":      fmt.Sprintf("open(%q).read()", outside),
		"list a directory of the host": "import os\nos.listdir('/')",
		"read by a link":               fmt.Sprintf("import os\nos.symlink(%q, 'link')\nopen('link').read()", outside),
		"write a file of the host":     fmt.Sprintf("open(%q, 'a')", outside),
		"write elsewhere":              "open('/tmp/coderuntime-escape', 'w')",
		"make a hard link to a file":   fmt.Sprintf("import os\nos.link(%q, 'hard')", outside),
		"change the mode of a file":    "import os\nos.unlink('/tmp')",
		"execute a program":            "import subprocess\nsubprocess.run(['/bin/echo'])",
		"open a socket":                "import socket\nsocket.socket()",
		"open a Unix socket":           "import socket\nsocket.socket(socket.AF_UNIX)",
		"signal the host":              fmt.Sprintf("import os\nos.kill(%d, 0)", os.Getpid()),
		"signal its parent":            "import os\nos.kill(os.getppid(), 0)",
		"kill another process":         fmt.Sprintf("import os\nos.kill(%d, 9)", victim.Process.Pid),
		"change the host's limits":     fmt.Sprintf("import resource\nresource.prlimit(%d, resource.RLIMIT_NOFILE, (10, 10))", os.Getpid()),
		"change the host's priority":   fmt.Sprintf("import os\nos.setpriority(os.PRIO_PROCESS, %d, 10)", os.Getpid()),
		"leave the session":            "import os\nif os.fork() == 0:\n    os.setsid()\nelse: os.setsid()",
		"leave the group":              "import os\nos.setpgid(0, 0)",
		"look at the host's memory":    fmt.Sprintf("open('/proc/%d/mem', 'rb')", os.Getpid()),
		"become another user":          "import os\nos.setuid(1)",
	}
	maps.Copy(attempts, rawAttempts)
	for name, attempt := range attempts {
		t.Run(name, func(t *testing.T) {
			result := run(t, r, attempt)
			require.NotNil(t, result.Failure, "it was not refused: %s", result.Value)
			assert.Equal(t, coderuntime.FailureException, result.Failure.Kind)
			assert.Regexp(t, `PermissionError|Operation not permitted|Function not implemented|Invalid cross-device link`, result.Failure.Message)
		})
	}
	assert.NoFileExists(t, "/tmp/coderuntime-escape")
	content, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, "secret", string(content))
}

func TestAConfinedProgramHasNoCapability(t *testing.T) {
	result := run(t, newRuntime(t, 0), `
import ctypes
libc = ctypes.CDLL(None)
header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
assert libc.capget(header, data) == 0
return [list(data), libc.prctl(39, 0, 0, 0, 0)]`)
	require.Nil(t, result.Failure)
	assert.Equal(t, "[[0,0,0,0,0,0],1]", string(result.Value))
}

func TestAConfinedProgramDoesWhatOrdinaryProgramsDo(t *testing.T) { // seed: 267
	// Semaphores shared between processes live in /dev/shm, so process pools are not among it.
	for _, prestart := range []int{0, 1} {
		result := run(t, newRuntime(t, prestart), `
import asyncio, csv, ctypes, dataclasses, datetime, decimal, hashlib, io, json, multiprocessing, os, pathlib, random, re
import shutil, sqlite3, ssl, statistics, subprocess, sys, tempfile, threading, uuid, zlib
from concurrent.futures import ThreadPoolExecutor
os.makedirs("a/b")
pathlib.Path("a/b/c").write_text("x")
os.rename("a/b/c", "a/d")
with tempfile.TemporaryDirectory() as directory: pathlib.Path(directory, "f").touch()
shutil.rmtree("a")
database = sqlite3.connect("data.db")
database.execute("create table t (n)")
database.execute("insert into t values (1)")
database.commit()
with ThreadPoolExecutor(2) as pool: squares = list(pool.map(lambda n: n * n, range(3)))
child = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True)
ours, theirs = multiprocessing.Pipe()
worker = multiprocessing.get_context("fork").Process(target=lambda: theirs.send(sum([40, 2])))
worker.start()
total = ours.recv()
worker.join()
await asyncio.sleep(0.01)
print(ssl.OPENSSL_VERSION.split()[0], hashlib.sha256(b"x").hexdigest()[:4], open("/dev/null").read())
return [squares, child.stdout, total, len(uuid.uuid4().hex), list(database.execute("select n from t"))[0][0]]`)
		require.Nil(t, result.Failure, "logs: %q", result.Logs)
		assert.Equal(t, `[[0,1,4],"42\n",42,32,1]`, string(result.Value))
	}
}

func TestWhatEndsARunEndsAConfinedOne(t *testing.T) { // seed: 267
	r, err := native.New(native.Config{
		Launcher: confine.New(),
		Limits:   coderuntime.Limits{CPU: time.Second, Wall: 20 * time.Second, Grace: 100 * time.Millisecond},
	})
	require.NoError(t, err)
	defer r.Close(context.Background())
	result := run(t, r, "while True: pass")
	require.NotNil(t, result.Failure)
	assert.Equal(t, coderuntime.FailureTimeout, result.Failure.Kind, result.Failure.Message)
	result = run(t, r, "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])\nimport time\nwhile time.process_time() < 1.05: pass\nreturn 1")
	require.NotNil(t, result.Failure)
	assert.Equal(t, coderuntime.FailureTimeout, result.Failure.Kind, result.Failure.Message)
}

func TestAnInterpreterThatCannotBeConfinedIsRefused(t *testing.T) { // seed: 267
	path := filepath.Join(t.TempDir(), "python3")
	real, err := exec.LookPath("python3")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexec '"+real+"' \"$@\"\n"), 0o755))
	_, err = native.New(native.Config{Python: path, Launcher: confine.New()})
	require.ErrorContains(t, err, "does not start when it is confined")
}
