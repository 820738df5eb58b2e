"""The program: its source as the body of an async function, in globals of its own."""

import sys
from ast import parse
from types import ModuleType

from coderuntime_guest.protocol import MODEL_FILE, PROGRAM_SLOT

class _MainModule(ModuleType):
    """The program's __main__. Its class holds what multiprocessing asks of a main module, so that
    the program's globals need not."""

    __spec__ = None


def make_globals(names):
    """Replaces __main__ by a fresh module and returns its namespace, which holds names and what
    every module has."""
    module = _MainModule("__main__")
    scope = module.__dict__
    scope.clear()
    scope["__name__"] = "__main__"
    scope["__builtins__"] = sys.modules["builtins"]
    scope.update(names)
    sys.modules["__main__"] = module
    return scope


# The interpreter for WASI comes with the same in C, which spares it the tree as Python objects.
if "_coderuntime" in sys.builtin_module_names:
    from _coderuntime import compile_program as _compile_plain
else:
    _compile_plain = None

# An interpreter serves one run, so the tree that a program is put into is made ahead of it.
_WRAPPER = parse(f"async def {PROGRAM_SLOT}(): pass", MODEL_FILE, "exec")
_FUNCTION = _WRAPPER.body[0]
_NOTHING = _FUNCTION.body


def start(source, scope):
    """Compiles the source and returns the awaitable that is its run.

    No text is indented: the function is made as a tree, so lines and strings stay as written.
    """
    if _compile_plain is not None:
        code = _compile_plain(source, MODEL_FILE, PROGRAM_SLOT)
        if code is not None:
            exec(code, scope)
            return scope[PROGRAM_SLOT]()
    body = parse(source, MODEL_FILE, "exec").body
    _FUNCTION.body = body or _NOTHING
    if body:
        first = body[0]
        _FUNCTION.lineno = _FUNCTION.end_lineno = first.lineno
        _FUNCTION.col_offset = _FUNCTION.end_col_offset = first.col_offset
    code = compile(_WRAPPER, MODEL_FILE, "exec", dont_inherit=True)
    exec(code, scope)
    return scope[PROGRAM_SLOT]()
