"""Runs once, before the image of the interpreter is taken. Leaves step for the host to call."""

import gc
import sys

from _coderuntime import fill_gaps, keep_everything


def _code(name):
    path = f"/guest/{name}.py"
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), f"<coderuntime {name}>", "exec", dont_inherit=True)


def _boot():
    namespace = {"__name__": "coderuntime_loader"}
    exec(_code("loader"), namespace)
    names = (*namespace["COMMON"], "wasi")
    for name in ("sandbox", "strftime", "kdf"):
        module = {"__name__": f"coderuntime_{name}"}
        exec(_code(name), module)
        module["install"]()
    entry = namespace["load"]({name: _code(name) for name in names}, "wasi")
    for name in WARM:
        __import__(name)
    entry["rehearse"](50)
    sys.stdout.flush()
    sys.stderr.flush()
    return entry["make_step"]()


#: Modules that programs use, imported once for all runs. RATIONALE.md has what each costs. All that
#: they import is there too: io, os, re, contextlib, threading, logging and a hundred more.
WARM = (
    # text and numbers
    "base64", "binascii", "cmath", "csv", "decimal", "difflib", "fractions", "html", "html.parser", "json", "math",
    "pprint", "random", "secrets", "statistics", "string", "struct", "textwrap", "unicodedata", "xml.etree.ElementTree",
    # time
    "calendar", "datetime", "time", "timeit", "zoneinfo",
    # data
    "array", "bisect", "collections.abc", "copy", "dataclasses", "enum", "graphlib", "heapq", "itertools", "pickle",
    "queue", "sqlite3", "tomllib", "typing", "uuid",
    # files
    "glob", "gzip", "pathlib", "shutil", "tempfile", "zipfile",
    # the rest
    "abc", "argparse", "asyncio", "contextlib", "functools", "hashlib", "hmac", "inspect", "ipaddress", "logging",
    "numbers", "operator", "platform", "traceback", "types", "unittest", "urllib.parse",
)

step = _boot()
gc.collect()
gc.freeze()
keep_everything()
fill_gaps()
