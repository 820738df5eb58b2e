# Files are written, read, appended, listed, moved and removed in a temporary directory.
import errno, os, tempfile, shutil, glob
from pathlib import Path
with tempfile.TemporaryDirectory() as d:
    p = Path(d) / "sub" / "a.txt"
    p.parent.mkdir(parents=True)
    p.write_text("one\ntwo\n", encoding="utf-8")
    with open(p, "a") as f: f.write("three")
    with open(p) as f: lines = [l.rstrip() for l in f]
    with open(p, "r+b") as f:
        f.seek(4)
        f.write(b"TWO")
        at = f.tell()
    shutil.copy(p, Path(d) / "b.txt")
    os.rename(Path(d) / "b.txt", Path(d) / "c.txt")
    names = sorted(os.path.relpath(x, d) for x in glob.glob(d + "/**", recursive=True) if x != d + "/")
    size, text = p.stat().st_size, p.read_text()
    walk = [[sorted(dirs), sorted(files)] for _, dirs, files in os.walk(d)]
    try:
        open(Path(d) / "none")
    except FileNotFoundError as error:
        missing = [error.errno == errno.ENOENT, error.strerror]
return [lines, at, names, size, text, walk, missing, os.path.exists(d)]
#= [["one","two","three"],7,["c.txt","sub","sub/a.txt"],13,"one\nTWO\nthree",[[["sub"],["c.txt"]],[[],["a.txt"]]],[true,"No such file or directory"],false]
