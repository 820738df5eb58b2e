"""Runs once, before the image of the interpreter is taken. Leaves step for the host to call."""

import gc
import sys


def _code(name):
    path = f"/guest/{name}.py"
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), f"<coderuntime {name}>", "exec", dont_inherit=True)


def _boot():
    namespace = {"__name__": "coderuntime_loader"}
    exec(_code("loader"), namespace)
    names = (*namespace["COMMON"], "wasi")
    for name in ("sandbox", "kdf"):
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


#: Modules that programs use most, imported once for all runs.
WARM = (
    "json", "re", "datetime", "decimal", "dataclasses", "statistics", "csv", "hashlib", "asyncio",
    "math", "random", "collections", "itertools", "functools", "string", "textwrap", "typing",
    "time", "enum", "fractions", "base64", "io", "contextlib", "copy", "heapq", "bisect",
    "operator", "uuid", "urllib.parse", "html", "traceback", "tempfile", "pathlib",
)

step = _boot()
gc.collect()
gc.freeze()
