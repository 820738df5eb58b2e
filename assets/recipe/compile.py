"""Compiles the standard library for the archive: reads lines "SOURCE<tab>NAME<tab>TARGET" and writes the bytecode of SOURCE, under the
file name /NAME, to TARGET. The bytecode is never checked against its source: neither can change."""

import importlib.util
import sys
from importlib._bootstrap_external import _code_to_hash_pyc


def compile_one(source: str, name: str, target: str) -> None:
    with open(source, "rb") as f:
        text = f.read()
    code = compile(text, "/" + name, "exec", dont_inherit=True, optimize=0)
    with open(target, "wb") as f:
        f.write(_code_to_hash_pyc(code, importlib.util.source_hash(text), checked=False))


for line in open(sys.argv[1], encoding="utf-8"):
    compile_one(*line.rstrip("\n").split("\t"))
