package census

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// batteries use each an important part of the library for what it is there for.
var batteries = []struct{ name, program, want string }{
	{"zlib", `
import zlib
data = b"abc" * 1000
packed = zlib.compress(data, 9)
return [zlib.decompress(packed) == data, len(packed) < 50, zlib.crc32(b"123456789"), zlib.adler32(b"Wikipedia")]`,
		`[true,true,3421780262,300286872]`},
	{"gzip", `
import gzip, io
data = ("line\n" * 500).encode()
with gzip.open("/tmp/a.gz", "wt", encoding="utf-8") as f:
    f.write(data.decode())
with gzip.open("/tmp/a.gz", "rb") as f:
    back = f.read()
return [back == data, gzip.decompress(gzip.compress(data, mtime=0)) == data, gzip.compress(b"", mtime=0)[:4].hex()]`,
		`[true,true,"1f8b0800"]`},
	{"bz2", `
import bz2
data = bytes(range(256)) * 200
with bz2.open("/tmp/a.bz2", "wb") as f:
    f.write(data)
return [bz2.open("/tmp/a.bz2").read() == data, bz2.decompress(bz2.compress(data)) == data, bz2.compress(b"x")[:3].decode()]`,
		`[true,true,"BZh"]`},
	{"lzma", `
import lzma
data = b"to be or not to be " * 300
filters = [{"id": lzma.FILTER_DELTA, "dist": 5}, {"id": lzma.FILTER_LZMA2, "preset": 7}]
packed = lzma.compress(data, format=lzma.FORMAT_XZ, check=lzma.CHECK_SHA256, filters=filters)
return [lzma.decompress(packed) == data, lzma.decompress(lzma.compress(data, format=lzma.FORMAT_ALONE)) == data, len(packed) < 200]`,
		`[true,true,true]`},
	{"zipfile", `
import io, zipfile
file = io.BytesIO()
with zipfile.ZipFile(file, "w") as z:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        z.writestr(f"dir/{method}.txt", "text " * 100, compress_type=method)
with zipfile.ZipFile(file) as z:
    z.extractall("/tmp/out")
    return [z.testzip(), z.namelist(), open("/tmp/out/dir/14.txt").read() == "text " * 100]`,
		`[null,["dir/0.txt","dir/8.txt","dir/12.txt","dir/14.txt"],true]`},
	{"tarfile", `
import io, os, tarfile
os.makedirs("/tmp/in/sub")
open("/tmp/in/sub/a.txt", "w").write("hello")
names = []
for mode in ("gz", "bz2", "xz"):
    with tarfile.open(f"/tmp/a.tar.{mode}", f"w:{mode}") as t:
        t.add("/tmp/in", arcname="in")
    with tarfile.open(f"/tmp/a.tar.{mode}") as t:
        names.append(t.getnames())
        t.extractall(f"/tmp/{mode}", filter="data")
return [names[0], names[0] == names[1] == names[2], open("/tmp/xz/in/sub/a.txt").read()]`,
		`[["in","in/sub","in/sub/a.txt"],true,"hello"]`},
	{"shelve", `
import dbm, shelve
with shelve.open("/tmp/shelf") as s:
    s["a"] = {"list": [1, 2, 3]}
    s["b"] = ("tuple", None)
with shelve.open("/tmp/shelf", "r") as s:
    return [sorted(s), s["a"], list(s["b"]), dbm.whichdb("/tmp/shelf")]`,
		`[["a","b"],{"list":[1,2,3]},["tuple",null],"dbm.sqlite3"]`},
	{"dbm.sqlite3", `
import dbm.sqlite3
with dbm.sqlite3.open("/tmp/d", "c") as d:
    d["k"] = "v"
    d[b"gone"] = b"x"
    del d["gone"]
with dbm.sqlite3.open("/tmp/d", "r") as d:
    return [d["k"].decode(), [key.decode() for key in d.keys()]]`,
		`["v",["k"]]`},
	{"csv", `
import csv, io
out = io.StringIO()
w = csv.DictWriter(out, ["name", "note"], lineterminator="\n")
w.writeheader()
w.writerow({"name": "a,b", "note": 'say "hi"\nthere'})
return [out.getvalue(), list(csv.DictReader(io.StringIO(out.getvalue()))), csv.Sniffer().sniff("a;b;c\n1;2;3\n").delimiter]`,
		`["name,note\n\"a,b\",\"say \"\"hi\"\"\nthere\"\n",[{"name":"a,b","note":"say \"hi\"\nthere"}],";"]`},
	{"xml.etree", `
import xml.etree.ElementTree as ET
root = ET.fromstring('<r xmlns:x="u"><x:a k="1">t&amp;u</x:a><b/>tail</r>')
ET.SubElement(root, "c").text = "ü"
return [root[0].text, root.find("{u}a").get("k"), [e.tag for e in root.iter()], ET.tostring(ET.fromstring("<p><q>1</q></p>"), "unicode")]`,
		`["t&u","1",["r","{u}a","b","c"],"<p><q>1</q></p>"]`},
	{"xml.dom and xml.sax", `
import xml.dom.minidom, xml.sax
class Names(xml.sax.ContentHandler):
    def __init__(self):
        self.names = []
    def startElement(self, name, attrs):
        self.names.append([name, dict(attrs)])
handler = Names()
xml.sax.parseString(b"<a><b c='1'/></a>", handler)
return [handler.names, xml.dom.minidom.parseString("<a><b/></a>").documentElement.toprettyxml(indent=" ")]`,
		`[[["a",{}],["b",{"c":"1"}]],"<a>\n <b/>\n</a>\n"]`},
	{"html", `
import html
from html.parser import HTMLParser
class Links(HTMLParser):
    links = []
    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links.append(dict(attrs)["href"])
p = Links()
p.feed('<p>one <a href="/x?a=1&amp;b=2">x</a><br><A HREF=y>y</A>')
return [html.escape('<a "b">'), html.unescape("&eacute;&#233;&nbsp;"), p.links]`,
		`["&lt;a &quot;b&quot;&gt;","éé\u00a0",["/x?a=1&b=2","y"]]`},
	{"email", `
import email, email.policy
from email.message import EmailMessage
m = EmailMessage()
m["Subject"], m["From"], m["To"] = "Grüße", "a@example.org", "B <b@example.org>"
m.set_content("text\n")
m.add_attachment(b"\x00\x01", maintype="application", subtype="octet-stream", filename="f.bin")
back = email.message_from_bytes(bytes(m), policy=email.policy.default)
return [str(back["subject"]), back["to"].addresses[0].addr_spec, back.get_body().get_content(), [a.get_filename() for a in back.iter_attachments()]]`,
		`["Grüße","b@example.org","text\n",["f.bin"]]`},
	{"urllib.parse", `
from urllib.parse import urlsplit, urlencode, parse_qs, quote, unquote, urljoin
u = urlsplit("https://user@example.org:8080/a/b;c?d=e&f=#g")
return [u.hostname, u.port, parse_qs("a=1&a=2&b="), urlencode({"q": "ä b"}), unquote(quote("/ä?")), urljoin("http://h/a/b", "../c")]`,
		`["example.org",8080,{"a":["1","2"]},"q=%C3%A4+b","/ä?","http://h/c"]`},
	{"unittest", `
import io, unittest
from unittest import mock
class T(unittest.TestCase):
    def test_good(self):
        with mock.patch("os.getcwd", return_value="/nowhere") as m:
            import os
            self.assertEqual(os.getcwd(), "/nowhere")
        m.assert_called_once_with()
    def test_bad(self):
        self.assertEqual(1, 2)
    @unittest.skip("later")
    def test_skipped(self):
        pass
out = io.StringIO()
r = unittest.TextTestRunner(stream=out).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
return [r.testsRun, len(r.failures), len(r.skipped), "AssertionError: 1 != 2" in out.getvalue()]`,
		`[3,1,1,true]`},
	{"doctest", `
import doctest
def double(x):
    """
    >>> double(2)
    4
    >>> double("a")
    'aaa'
    """
    return 2 * x
finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
for t in finder.find(double, "double", globs={"double": double}):
    runner.run(t, out=lambda text: None)
return [runner.failures, runner.tries]`,
		`[1,2]`},
	{"decimal", `
from decimal import Decimal, getcontext, localcontext, ROUND_HALF_EVEN
with localcontext(prec=50):
    third = str(Decimal(1) / 3)
return [third, str(Decimal("0.1") + Decimal("0.2")), str(Decimal("2.675").quantize(Decimal("0.01"), ROUND_HALF_EVEN)), str(Decimal(2).sqrt()), f"{Decimal('1234567.891'):,.2f}"]`,
		`["0.33333333333333333333333333333333333333333333333333","0.3","2.68","1.414213562373095048801688724","1,234,567.89"]`},
	{"fractions", `
from fractions import Fraction
return [str(Fraction("0.125") + Fraction(1, 3)), str(Fraction(3.14159265).limit_denominator(1000)), f"{Fraction(1, 3):.3f}"]`,
		`["11/24","355/113","0.333"]`},
	{"statistics", `
import statistics
data = [2, 4, 4, 4, 5, 5, 7, 9]
line = statistics.linear_regression([1, 2, 3], [2, 4, 6])
return [statistics.mean(data), statistics.pstdev(data), statistics.median(data), statistics.mode(data), statistics.quantiles(data), [line.slope, line.intercept], round(statistics.NormalDist(0, 1).cdf(1.96), 4)]`,
		`[5,2.0,4.5,4,[4.0,4.5,6.5],[2.0,0.0],0.975]`},
	{"difflib", `
import difflib
a, b = "one\ntwo\nthree\n".splitlines(True), "one\n2\nthree\n".splitlines(True)
return ["".join(difflib.unified_diff(a, b, "a", "b")), difflib.get_close_matches("appel", ["ape", "apple", "peach"]), difflib.SequenceMatcher(None, "abcd", "bcde").ratio()]`,
		`["--- a\n+++ b\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",["apple","ape"],0.75]`},
	{"textwrap", `
import textwrap
return [textwrap.wrap("the quick brown fox jumps", 10), textwrap.dedent("  a\n    b\n"), textwrap.shorten("hello wide world", 12), textwrap.indent("a\nb", "> ")]`,
		`[["the quick","brown fox","jumps"],"a\n  b\n","hello [...]","> a\n> b"]`},
	{"graphlib", `
from graphlib import CycleError, TopologicalSorter
try:
    list(TopologicalSorter({"a": "b", "b": "a"}).static_order())
except CycleError as e:
    cycle = e.args[1]
return [list(TopologicalSorter({"d": ["b", "c"], "b": ["a"], "c": ["a"]}).static_order()), len(cycle)]`,
		`[["a","b","c","d"],3]`},
	{"tomllib", `
import tomllib
t = tomllib.loads('a = 1\nwhen = 2024-05-06T07:08:09Z\n[t]\nlist = [1, "x", {y = true}]\n')
return [t["a"], t["when"].isoformat(), t["t"]]`,
		`[1,"2024-05-06T07:08:09+00:00",{"list":[1,"x",{"y":true}]}]`},
	{"sqlite3", `
import sqlite3
c = sqlite3.connect("/tmp/a.db")
with c:
    c.execute("create table t(id integer primary key, name text, doc blob)")
    c.executemany("insert into t(name, doc) values (?, ?)", [("a", b"\x00"), ("b", None), ("ü", b"xyz")])
try:
    with c:
        c.execute("delete from t")
        raise KeyError
except KeyError:
    pass
c.create_function("double", 1, lambda x: 2 * x)
c.close()
c = sqlite3.connect("/tmp/a.db")
c.create_function("twice", 1, lambda x: 2 * x)
rows = c.execute("select name, twice(id), length(doc), rank() over (order by id desc) from t order by id").fetchall()
to = sqlite3.connect(":memory:")
c.backup(to)
return [[list(row) for row in rows], to.execute("select count(*) from t").fetchone()[0], len(c.serialize()) > 0, list(c.iterdump())[0]]`,
		`[[["a",2,1,3],["b",4,null,2],["ü",6,3,1]],3,true,"BEGIN TRANSACTION;"]`},
	{"sqlite3 FTS5", `
import sqlite3
c = sqlite3.connect(":memory:")
c.execute("create virtual table d using fts5(title, body, tokenize='porter')")
c.executemany("insert into d values (?, ?)", [("one", "the cats are running"), ("two", "a dog sleeps"), ("three", "cat and dog")])
return [[r[0] for r in c.execute("select title from d where d match 'cat' order by rank, title")],
        c.execute("select highlight(d, 1, '[', ']') from d where d match 'run*'").fetchone()[0],
        [r[0] for r in c.execute("select title from d where d match 'cat AND dog'")]]`,
		`[["three","one"],"the cats are [running]",["three"]]`},
	{"sqlite3 JSON and more", `
import sqlite3
c = sqlite3.connect(":memory:")
one = lambda q, *a: c.execute(q, a).fetchone()[0]
c.execute("create virtual table r using rtree(id, x1, x2)")
c.execute("insert into r values (1, 0, 10), (2, 20, 30)")
return [one("select json_extract(?, '$.a[1]')", '{"a":[1,"two"]}'), one("select json_group_array(value) from json_each('[3,4]')"),
        one("select '{\"k\":5}' ->> '$.k'"), one("select cast(round(sin(1), 4) * 10000 as int)"), one("select id from r where x1 <= 25 and x2 >= 25"),
        one("with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) select sum(i) from n")]`,
		`["two","[3,4]",5,8415,2,5050]`},
	{"zoneinfo", `
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones
berlin = ZoneInfo("Europe/Berlin")
summer, winter = datetime(2024, 7, 1, 12, tzinfo=berlin), datetime(2024, 12, 1, 12, tzinfo=berlin)
ny = datetime(2024, 3, 10, 6, 59, tzinfo=timezone.utc).astimezone(ZoneInfo("US/Eastern"))
return [summer.utcoffset().seconds, winter.tzname(), ny.isoformat(), (ny + timedelta(0)).tzname(), len(available_timezones()) > 500, datetime(2060, 7, 1, tzinfo=berlin).tzname()]`,
		`[7200,"CET","2024-03-10T01:59:00-05:00","EST",true,"CEST"]`},
	{"pickle and copy", `
import copy, pickle
from collections import OrderedDict, defaultdict
x = OrderedDict(a=[1, {2}], b=defaultdict(int, c=1))
x["self"] = x
y = pickle.loads(pickle.dumps(x, protocol=5))
z = copy.deepcopy(x)
return [y["self"] is y, z["self"] is z, list(y["a"][1]), y["b"]["nope"]]`,
		`[true,true,[2],0]`},
	{"the CJK and other codecs", `
import codecs
texts = ["日本語", "한국어", "中文", "Ελληνικά"]
names = ["shift_jis", "euc_kr", "gb18030", "iso8859-7"]
return [all(t.encode(n).decode(n) == t for t, n in zip(texts, names)), "bücher".encode("idna").decode(), codecs.encode("hello", "rot13")]`,
		`[true,"xn--bcher-kva","uryyb"]`},
	{"unicodedata", `
import unicodedata
return [unicodedata.name("é"), unicodedata.normalize("NFD", "é").encode().hex(), unicodedata.lookup("SNOWMAN"), unicodedata.east_asian_width("中")]`,
		`["LATIN SMALL LETTER E WITH ACUTE","65cc81","☃","W"]`},
	{"hashlib and hmac", `
import hashlib, hmac, secrets
return [hashlib.md5(b"").hexdigest(), hashlib.sha3_256(b"abc").hexdigest()[:16], hashlib.blake2b(b"x", digest_size=8, key=b"k").hexdigest(),
        hmac.new(b"key", b"The quick brown fox jumps over the lazy dog", "sha256").hexdigest()[:16], len(secrets.token_hex(8))]`,
		`["d41d8cd98f00b204e9800998ecf8427e","3a985da74fe225b2","b0674c52e0690418","f7bc83f430538424",16]`},
	{"struct, array and memoryview", `
import array, struct
a = array.array("d", [1.5, 2.5])
m = memoryview(bytearray(struct.pack("<IhQ", 1, -2, 3)))
m[0] = 7
return [list(struct.unpack("<IhQ", m)), a.tobytes()[:8].hex(), sum(a), struct.calcsize("P")]`,
		`[[7,-2,3],"000000000000f83f",4.0,4]`},
	{"logging", `
import io, logging
out = io.StringIO()
logging.basicConfig(stream=out, format="%(levelname)s %(name)s %(message)s", level=logging.INFO)
logging.getLogger("a.b").warning("x=%d", 1)
logging.debug("no")
return out.getvalue()`,
		`"WARNING a.b x=1\n"`},
	{"argparse and configparser", `
import argparse, configparser
p = argparse.ArgumentParser(prog="p")
p.add_argument("-n", type=int, default=1)
p.add_argument("files", nargs="*")
c = configparser.ConfigParser()
c.read_string("[a]\nx = 1\ny = %(x)s2\n")
return [vars(p.parse_args(["-n", "3", "f"])), c["a"]["y"], c.getint("a", "x")]`,
		`[{"n":3,"files":["f"]},"12",1]`},
	{"inspect, ast and tokenize", `
import ast, inspect, io, tokenize
tree = ast.parse("x = [i ** 2 for i in range(3)]")
return [ast.unparse(tree), str(inspect.signature(lambda a, *, b=1: None)), len(list(tokenize.generate_tokens(io.StringIO("a + 1\n").readline))), list(ast.literal_eval("{'a': (1, 2)}")["a"])]`,
		`["x = [i ** 2 for i in range(3)]","(a, *, b=1)",5,[1,2]]`},
	{"contextvars, queue and sched", `
import asyncio, contextvars, heapq, queue, sched
v = contextvars.ContextVar("v", default=0)
async def set_to(n):
    v.set(n)
    await asyncio.sleep(0)
    return v.get()
q = queue.PriorityQueue()
for n in (3, 1, 2):
    q.put(n)
return [await asyncio.gather(set_to(1), set_to(2)), v.get(), [q.get() for _ in range(3)]]`,
		`[[1,2],0,[1,2,3]]`},
	{"calendar and time", `
import calendar, time
from datetime import date, datetime
return [[int(n) for n in calendar.monthrange(2024, 2)], calendar.TextCalendar().formatmonth(2024, 2).splitlines()[1], date.fromisocalendar(2024, 1, 1).isoformat(), time.strftime("%Y-%m-%d", time.gmtime(0)), datetime.strptime("5 May 2024", "%d %b %Y").isoformat(), calendar.timegm((2000, 1, 1, 0, 0, 0))]`,
		`[[3,29],"Mo Tu We Th Fr Sa Su","2024-01-01","1970-01-01","2024-05-05T00:00:00",946684800]`},
	{"pathlib, shutil, tempfile and glob", `
import glob, os, pathlib, shutil, tempfile
with tempfile.TemporaryDirectory() as d:
    p = pathlib.Path(d) / "a" / "b.txt"
    p.parent.mkdir()
    p.write_text("ü")
    shutil.copytree(p.parent, pathlib.Path(d) / "c")
    shutil.make_archive(d + "/z", "zip", d, "c")
    found = sorted(os.path.relpath(f, d) for f in glob.glob(d + "/**/*.txt", recursive=True))
    size = os.path.getsize(d + "/z.zip") > 0
open("here.txt", "w").write("x")
return [found, size, os.path.exists(d), os.path.realpath("here.txt")]`,
		`[["a/b.txt","c/b.txt"],true,false,"/tmp/here.txt"]`},
	{"timeit, cProfile and tracemalloc", `
import cProfile, io, pstats, timeit, tracemalloc
tracemalloc.start()
data = [0] * 100000
held = tracemalloc.get_traced_memory()[0] > 100000
tracemalloc.stop()
p = cProfile.Profile()
p.runcall(sorted, [3, 1, 2])
out = io.StringIO()
pstats.Stats(p, stream=out).print_stats()
return [held, "function calls" in out.getvalue(), timeit.timeit("1 + 1", number=10) >= 0]`,
		`[true,true,true]`},
	{"help", `
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    help(len)
return [out.getvalue().splitlines()[0], repr(exit), repr(copyright)[:9]]`,
		`["Help on built-in function len in module builtins:","Use exit() or Ctrl-D (i.e. EOF) to exit","Copyright"]`},
}

func TestEveryBatteryWorks(t *testing.T) {
	r := newRuntime(t)
	for _, b := range batteries {
		t.Run(b.name, func(t *testing.T) {
			result := run(t, r, b.program)
			require.Nil(t, result.Failure)
			assert.JSONEq(t, b.want, string(result.Value))
			assert.Empty(t, result.Logs)
		})
	}
}
