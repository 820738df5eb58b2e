# Paths are taken apart and put together as text.
from pathlib import PurePosixPath as P, PureWindowsPath as W
import os.path as p, fnmatch
x = P("/a/b/c.tar.gz")
return [x.name, x.stem, x.suffix, x.suffixes, str(x.parent), list(x.parts), str(x.with_suffix(".zip")), str(P("a") / "../b"), str(x.relative_to("/a")), x.match("*.gz"), p.normpath("a/./b/../c"), p.split("/a/b") == ("/a", "b"), list(p.splitext("x.tar.gz")), p.basename("/a/b/"), p.commonpath(["/a/b", "/a/c"]), W("C:\\x\\y.txt").drive, fnmatch.filter(["a.py", "b.txt"], "*.py"), P("a//b/./c").as_posix()]
#= ["c.tar.gz","c.tar",".gz",[".tar",".gz"],"/a/b",["/","a","b","c.tar.gz"],"/a/b/c.tar.zip","a/../b","b/c.tar.gz",true,"a/c",true,["x.tar",".gz"],"","/a","C:",["a.py"],"a/b/c"]
