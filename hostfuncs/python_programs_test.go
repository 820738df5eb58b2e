package hostfuncs_test

// pythonPrograms are programs with what they say when the file system behaves.
var pythonPrograms = []struct {
	name, program, wrote string
}{
	{"a file is written, read, moved in and cut", `
with open("/tmp/a", "w+b") as f:
    say(f.write(b"hello world"), f.tell(), f.seek(6), f.read(), f.truncate(5), f.seek(0), f.read())
with open("/tmp/a", "ab") as f:
    f.seek(0)
    f.write(b"!")
say(open("/tmp/a").read(), os.stat("/tmp/a").st_size)
`, `11 11 6 b'world' 5 0 b'hello'
hello! 6`},
	{"directories are listed, walked and removed", `
import shutil
os.makedirs("/tmp/d/e/f")
for n in ("x", "y"):
    open(f"/tmp/d/e/{n}", "w").close()
say(sorted(os.listdir("/tmp/d/e")))
for at, dirs, files in os.walk("/tmp/d"):
    say(at, dirs, sorted(files))
try:
    os.rmdir("/tmp/d")
except OSError as e:
    say(type(e).__name__, e.strerror)
shutil.rmtree("/tmp/d")
say(os.listdir("/tmp"), "tmp" in os.listdir("/"), os.path.isdir("/tmp"))
`, `['f', 'x', 'y']
/tmp/d ['e'] []
/tmp/d/e ['f'] ['x', 'y']
/tmp/d/e/f [] []
OSError Directory not empty
[] True True`},
	{"the working directory and parents stay below the root", `
os.chdir("/tmp")
open("here", "w").write("1")
say(os.path.exists("/tmp/here"), os.getcwd(), os.path.exists("/../../tmp/../../tmp/here"))
say(os.path.exists("/etc/passwd"), os.path.exists("../../../../../etc"), os.path.samefile("/", "/.."))
`, `True /tmp True
False False True`},
	{"temporary files and directories", `
import tempfile
with tempfile.TemporaryFile() as f:
    f.write(b"x" * 100000); f.seek(0)
    say(len(f.read()))
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as f:
    f.write("text"); f.flush()
    say(open(f.name).read(), f.name.startswith("/tmp/"))
with tempfile.TemporaryDirectory() as d:
    open(os.path.join(d, "f"), "w").close()
with tempfile.SpooledTemporaryFile(10) as f:
    f.write(b"y" * 20); f.seek(0)
    say(f.read())
fd, name = tempfile.mkstemp()
os.close(fd)
os.unlink(name)
say(os.listdir("/tmp"))
`, `100000
text True
b'yyyyyyyyyyyyyyyyyyyy'
[]`},
	{"shutil and pathlib", `
import shutil, pathlib
p = pathlib.Path("/tmp/a/b"); p.mkdir(parents=True)
(p / "f.txt").write_text("text")
shutil.copytree("/tmp/a", "/tmp/c")
shutil.copy("/tmp/a/b/f.txt", "/tmp/g.txt")
shutil.move("/tmp/g.txt", "/tmp/h.txt")
say(sorted(str(x) for x in pathlib.Path("/tmp").rglob("*.txt")))
(p / "f.txt").rename(p / "z"); (p / "z").unlink()
say(list(p.iterdir()), (p / "missing").exists(), pathlib.Path("/tmp/h.txt").stat().st_size)
(p / "t").touch(); os.utime(p / "t", (1, 2)); say(os.stat(p / "t").st_mtime, (p / "t").stat().st_atime)
`, `['/tmp/a/b/f.txt', '/tmp/c/b/f.txt', '/tmp/h.txt']
[] False 4
2.0 1.0`},
	{"archives", `
import zipfile, tarfile, io
with zipfile.ZipFile("/tmp/z.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("one", "1" * 5000)
    z.write("/guest/boot.py", "boot")
with zipfile.ZipFile("/tmp/z.zip") as z:
    say(z.namelist(), len(z.read("one")), z.testzip())
    z.extractall("/tmp/out")
say(sorted(os.listdir("/tmp/out")))
with tarfile.open("/tmp/t.tar.gz", "w:gz") as t:
    t.add("/tmp/out", "out")
with tarfile.open("/tmp/t.tar.gz") as t:
    say(sorted(t.getnames()))
`, `['one', 'boot'] 5000 None
['boot', 'one']
['out', 'out/boot', 'out/one']`},
	{"modules are imported from the tree", `
import json, decimal, asyncio, xml.etree.ElementTree, email, http.client, unittest, csv, difflib, html.parser
say(json.__file__, len(open("/lib/python3.13/json/__init__.py").read()) > 1000)
import inspect
say(inspect.getsource(json.dumps).splitlines()[0])
`, `/lib/python3.13/json/__init__.py True
def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True,`},
	{"what is not below /tmp cannot be changed", `
for what in (lambda: open("/x", "w"), lambda: open("/guest/boot.py", "a"), lambda: os.mkdir("/d"), lambda: os.unlink("/guest/boot.py"),
             lambda: os.rmdir("/guest"), lambda: os.rename("/guest", "/tmp/guest"), lambda: os.utime("/guest"), lambda: os.rmdir("/tmp"),
             lambda: os.rename("/tmp", "/tmp2"), lambda: os.mkdir("/tmp")):
    try:
        what(); say("done")
    except OSError as e:
        say(type(e).__name__, e.strerror)
`, `OSError Read-only file system
OSError Read-only file system
OSError Read-only file system
OSError Read-only file system
OSError Read-only file system
OSError Read-only file system
OSError Read-only file system
OSError Resource busy
OSError Resource busy
FileExistsError File exists`},
	{"there are no links, sockets, processes or environment", `
import socket
for what in (lambda: os.symlink("/a", "/tmp/b"), lambda: os.link("/guest/boot.py", "/tmp/b"), lambda: os.readlink("/guest/boot.py"),
             lambda: socket.socket().connect(("127.0.0.1", 80)), lambda: os.read(99, 1), lambda: os.close(99)):
    try:
        what(); say("done")
    except Exception as e:
        say(type(e).__name__)
say(dict(os.environ), os.path.exists("/proc"), os.path.exists("/dev/null"))
`, `PermissionError
PermissionError
OSError
OSError
OSError
OSError
{} False True`},
	{"standard streams", `
import sys
say(sys.stdin.read() == "", sys.stdout.isatty(), sys.stdin.isatty(), os.isatty(1), sys.__stdout__.seekable())
with open(os.devnull, "r+b", 0) as f:
    say(f.write(b"gone"), f.read())
say(os.write(1, b"direct\n"), os.fstat(1).st_size)
`, `True False False False False
4 b''
7 0`},
	{"far offsets are refused", `
for what in (lambda f: (f.seek(2**40), f.write(b"x")), lambda f: f.truncate(2**40), lambda f: f.truncate(2**63 - 1), lambda f: f.seek(2**63 - 1)):
    with open("/tmp/f", "wb", 0) as f:
        try:
            say(what(f))
        except OSError as e:
            say(e.strerror)
with open("/tmp/f", "r+b") as f:
    f.truncate(60 << 20); f.seek(50 << 20); f.write(b"x"); f.seek(0)
    say(f.read().count(0) == (60 << 20) - 1)
`, `File too large
File too large
File too large
9223372036854775807
True`},
	{"files live as long as they are open", `
f = open("/tmp/f", "w+"); f.write("alive"); os.unlink("/tmp/f"); f.seek(0)
say(f.read(), os.path.exists("/tmp/f"), os.fstat(f.fileno()).st_nlink)
g = open("/tmp/g", "w"); g.write("g"); g.close()
h = open("/tmp/h", "w"); h.write("h"); h.close(); h = open("/tmp/h")
os.replace("/tmp/g", "/tmp/h"); say(h.read(), open("/tmp/h").read(), os.listdir("/tmp"))
try:
    os.open("/tmp/h", os.O_RDWR | os.O_CREAT | os.O_EXCL)
except FileExistsError:
    say("exists")
`, `alive False 0
h g ['h']
exists`},
	{"the clocks run and random numbers differ", `
import time
say(0.9 < time.monotonic() < 600, time.time() > 1.7e9, os.urandom(8) != os.urandom(8), len(os.urandom(100000)))
say(0 <= time.process_time() < 600, time.clock_gettime(time.CLOCK_MONOTONIC) > 0)
a = time.monotonic(); time.sleep(0.01); say(time.monotonic() - a >= 0.01)
`, `True True True 100000
True True
True`},
}
