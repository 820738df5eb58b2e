package census

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	noThreads   = "this sandbox has no threads: use asyncio (await, asyncio.gather), or ThreadPoolExecutor, which runs its work in order"
	noProcesses = "this sandbox has no processes: call a function of the host instead (await tools.name({...}))"
	noNetwork   = "this sandbox has no network: call a function of the host instead (await tools.name({...}))"
)

func TestWhatTheSandboxDoesNotHaveIsRefusedInOneSentenceThatSaysWhatToUse(t *testing.T) {
	r := newRuntime(t)
	for _, c := range []struct{ does, kind, says string }{
		{`__import__("threading").Thread(target=print).start()`, "RuntimeError", noThreads},
		{`__import__("threading").Timer(0, print).start()`, "RuntimeError", noThreads},
		{`__import__("_thread").start_new_thread(print, ())`, "RuntimeError", noThreads},
		{`__import__("multiprocessing.pool").pool.ThreadPool(2)`, "RuntimeError", noThreads},
		{`__import__("subprocess").run(["ls"])`, "OSError", noProcesses},
		{`__import__("subprocess").check_output("ls", shell=True)`, "OSError", noProcesses},
		{`__import__("subprocess").Popen("ls")`, "OSError", noProcesses},
		{`__import__("os").system("ls")`, "OSError", noProcesses},
		{`__import__("os").popen("ls")`, "OSError", noProcesses},
		{`__import__("os").fork()`, "AttributeError", noProcesses},
		{`__import__("multiprocessing").Process(target=print).start()`, "OSError", noProcesses},
		{`__import__("multiprocessing").Pool(2)`, "OSError", noProcesses},
		{`__import__("multiprocessing").Queue()`, "OSError", noProcesses},
		{`__import__("multiprocessing").get_context("spawn").Lock()`, "OSError", noProcesses},
		{`__import__("concurrent.futures").futures.ProcessPoolExecutor()`, "OSError", noProcesses},
		{`await asyncio.create_subprocess_exec("ls")`, "OSError", noProcesses},
		{`await asyncio.create_subprocess_shell("ls")`, "OSError", noProcesses},
		{`__import__("socket").socket()`, "OSError", noNetwork},
		{`__import__("socket").create_connection(("example.org", 80))`, "OSError", noNetwork},
		{`__import__("socket").create_connection(("127.0.0.1", 80))`, "OSError", noNetwork},
		{`__import__("socket").create_server(("", 80))`, "OSError", noNetwork},
		{`__import__("socket").socketpair()`, "OSError", noNetwork},
		{`__import__("socket").gethostbyname("example.org")`, "OSError", noNetwork},
		{`__import__("urllib.request").request.urlopen("http://example.org")`, "OSError", noNetwork},
		{`__import__("urllib.request").request.urlopen("https://example.org")`, "OSError", noNetwork},
		{`__import__("http.client").client.HTTPConnection("example.org").request("GET", "/")`, "OSError", noNetwork},
		{`__import__("http.client").client.HTTPSConnection("example.org").request("GET", "/")`, "OSError", noNetwork},
		{`__import__("smtplib").SMTP("example.org")`, "OSError", noNetwork},
		{`__import__("ftplib").FTP("example.org")`, "OSError", noNetwork},
		{`__import__("xmlrpc.client").client.ServerProxy("https://example.org").method()`, "OSError", noNetwork},
		{`__import__("http.server").server.HTTPServer(("", 8000), None)`, "OSError", noNetwork},
		{`await asyncio.open_connection("example.org", 80)`, "OSError", noNetwork},
		{`await asyncio.start_server(print, "0.0.0.0", 80)`, "OSError", noNetwork},
		{`asyncio.new_event_loop()`, "RuntimeError", "this program already runs in an event loop: await directly instead of making another loop"},
		{`__import__("hashlib").scrypt(b"", salt=b"", n=2, r=8, p=1)`, "NotImplementedError", "hashlib.scrypt needs OpenSSL, which this sandbox does not have: use hashlib.pbkdf2_hmac"},
	} {
		t.Run(c.does, func(t *testing.T) {
			result := run(t, r, `
import asyncio, gc
try:
    `+c.does+`
except Exception as error:
    kinds, text = [kind.__name__ for kind in type(error).__mro__], str(error)
    del error
gc.collect()
return [kinds, text]`)
			require.Nil(t, result.Failure)
			var kinds []string
			var text string
			require.NoError(t, json.Unmarshal(result.Value, &[]any{&kinds, &text}))
			assert.Contains(t, kinds, c.kind)
			assert.Contains(t, text, c.says)
			assert.NotContains(t, text, "\n")
			assert.Empty(t, result.Logs, "nothing complains when it is collected")
		})
	}
}

func TestWorkForThreadPoolsRunsInOrderWhereItIsSubmitted(t *testing.T) {
	result := run(t, newRuntime(t), `
import asyncio, concurrent.futures, contextvars, time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait

log = []
def work(n, fail=False):
    log.append(n)
    if fail:
        raise ValueError(n)
    return n * n

with ThreadPoolExecutor(max_workers=3, initializer=log.append, initargs=("start",)) as pool:
    mapped = list(pool.map(work, range(3)))
    futures = [pool.submit(work, n, fail=n == 5) for n in (4, 5)]
    log.append("submitted")
    done = sorted(str(f.exception() or f.result()) for f in as_completed(futures))
    assert not wait(futures).not_done
try:
    pool.submit(work, 1)
except RuntimeError as error:
    after = str(error)

def broken():
    raise OSError
with ThreadPoolExecutor(initializer=broken) as bad:
    broke = [type(bad.submit(work, 9).exception()).__name__]
    try:
        bad.submit(work, 9)
    except concurrent.futures.BrokenExecutor as error:
        broke.append(str(error))

var = contextvars.ContextVar("var")
var.set("seen")
loop = asyncio.get_running_loop()
later = await asyncio.gather(loop.run_in_executor(None, work, 6), loop.run_in_executor(ThreadPoolExecutor(), work, 7), asyncio.to_thread(work, 8), asyncio.to_thread(var.get))
try:
    await asyncio.to_thread(work, 10, fail=True)
except ValueError as error:
    later.append(str(error))
return [mapped, done, log, after, broke, later]`)
	require.Nil(t, result.Failure)
	assert.JSONEq(t, `[[0,1,4],["16","5"],["start",0,1,2,4,5,"submitted",6,7,8,10],"cannot schedule new futures after shutdown",
		["BrokenThreadPool","A thread initializer failed, the thread pool is not usable anymore"],[36,49,64,"seen","10"]]`, string(result.Value))
	assert.Empty(t, result.Logs)
}

// The vectors are RFC 6070's and RFC 7914's, section 11.
func TestKeysAreDerivedByPBKDF2(t *testing.T) {
	result := run(t, newRuntime(t), `
from hashlib import pbkdf2_hmac
def problem(*args):
    try:
        pbkdf2_hmac(*args)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
return [
    pbkdf2_hmac("sha1", b"password", b"salt", 1).hex(),
    pbkdf2_hmac("sha1", b"password", b"salt", 4096).hex(),
    pbkdf2_hmac("SHA1", b"passwordPASSWORDpassword", b"saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, 25).hex(),
    pbkdf2_hmac("sha1", b"pass\0word", b"sa\0lt", 4096, 16).hex(),
    pbkdf2_hmac("sha256", bytearray(b"passwd"), memoryview(b"salt"), 1, dklen=64).hex(),
    pbkdf2_hmac("sha256", b"k" * 100, b"", 2).hex(),
    problem("sha256", b"", b"", 0), problem("sha256", b"", b"", 1, 0), problem("nope", b"", b"", 1), problem("shake_128", b"", b"", 1),
    problem("sha256", "text", b"", 1),
]`)
	require.Nil(t, result.Failure)
	assert.JSONEq(t, `["0c60c80f961f0e71f3a9b524af6012062fe037a6","4b007901b765489abead49d926f721d065a429c1",
		"3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038","56fa6aa75548099dcc37d7f03425e0c3",
		"55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
		"c6240d6034800799638db95e360a5c988b1c16459b6ba73e6e7bcae79870d44d",
		"ValueError: iteration value must be greater than 0.","ValueError: key length must be greater than 0.",
		"ValueError: unsupported hash type nope","ValueError: unsupported hash type shake_128",
		"TypeError: memoryview: a bytes-like object is required, not 'str'"]`, string(result.Value))
}

func TestOrdinaryProgramsDoNotTripOverAnInterpreterWithoutAFile(t *testing.T) {
	result := run(t, newRuntime(t), `
import os, platform, site, sys, sysconfig, warnings
warnings.warn("plain")
return [sys.executable, sys.prefix, os.getcwd(), sysconfig.get_path("stdlib") != "", platform.python_version()[:4], platform.python_implementation(),
        bool(platform.platform()), os.path.expanduser("~"), sys.argv, sys.orig_argv, site.ENABLE_USER_SITE]`)
	require.Nil(t, result.Failure)
	assert.JSONEq(t, `["","/","/tmp",true,"3.13","CPython",true,"~",[""],[],null]`, string(result.Value))
}

func TestExitAndQuitEndAProgramAsSystemExitDoes(t *testing.T) {
	r := newRuntime(t)
	want := run(t, r, "raise SystemExit(3)")
	require.NotNil(t, want.Failure)
	for _, call := range []string{"exit(3)", "quit(3)"} {
		got := run(t, r, call)
		require.NotNil(t, got.Failure)
		assert.Equal(t, want.Failure.Kind, got.Failure.Kind)
	}
}

func TestWorkInAThreadPoolCannotRunALoopOfItsOwn(t *testing.T) {
	result := run(t, newRuntime(t), `
import asyncio
async def inner():
    return 1
coroutine = inner()
try:
    await asyncio.to_thread(asyncio.run, coroutine)
except RuntimeError as error:
    coroutine.close()
    return str(error)`)
	assert.Equal(t, `"asyncio.run() cannot be called from a running event loop"`, string(result.Value))
}
