"""Puts the guest into the interpreter, out of reach of what a program may rebind.

Each guest module gets a private copy of the builtins, so that a program which rebinds
``builtins.len`` or ``builtins.BaseException`` does not change what the guest means by them, and
none of them stays in ``sys.modules``. That is no wall: a program that walks frames or closures
still reaches them. The limits of the host are what holds then.
"""

import builtins
import sys

PACKAGE = "coderuntime_guest"

#: The modules, each after those it imports. The last one is the entry of its backend.
COMMON = (
    "protocol", "jsontext", "stream", "ledger", "calls", "bindings", "program", "diagnostic", "session",
)


def load(codes, entry):
    """Executes the modules of the guest and returns the namespace of its entry.

    codes maps a module's name to its code object; entry is "native" or "wasi".
    """
    module_type = type(sys)
    private_builtins = dict(vars(builtins))
    package = module_type(PACKAGE)
    package.__path__ = []
    sys.modules[PACKAGE] = package
    names = (*COMMON, entry)
    for name in names:
        module = module_type(f"{PACKAGE}.{name}")
        module.__dict__["__builtins__"] = private_builtins
        sys.modules[module.__name__] = module
        exec(codes[name], module.__dict__)
    entry_namespace = sys.modules[f"{PACKAGE}.{entry}"].__dict__
    for name in names:
        del sys.modules[f"{PACKAGE}.{name}"]
    del sys.modules[PACKAGE]
    return entry_namespace
