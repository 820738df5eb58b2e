"""Runs the tests of the guest, on any Python: the machine's own, or the one inside as a program."""

import io
import linecache
import sys
import types
import unittest


#: What an interpreter may have of the guest in C.
PURE = (
    ("jsontext", "_encode_plain"),
    ("program", "_compile_plain"),
    ("calls", "_take_plain"),
    ("calls", "_plain_sender"),
)


def run(guest, tests, pure):
    """Loads the guest from its sources, as it is loaded for a run, and runs the tests on it.

    guest and tests map a module's name to its source. pure says that what an interpreter has of the
    guest in C is left out. Returns how many tests ran, how many were skipped and what failed.
    """
    under_test = sys.modules["guest"] = load(guest, pure)
    for name in under_test.loader["COMMON"]:
        sys.modules[f"guest.{name}"] = getattr(under_test, name)
    suite = unittest.TestSuite()
    for name in sorted(tests):  # "support" comes before all that are named "test_…"
        module = sys.modules[name] = types.ModuleType(name)
        file = f"<{name}>"
        linecache.cache[file] = len(tests[name]), None, tests[name].splitlines(True), file
        exec(compile(tests[name], file, "exec", dont_inherit=True), vars(module))
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
    result = unittest.TextTestRunner(io.StringIO(), verbosity=0).run(suite)
    return {
        "Ran": result.testsRun,
        "Skipped": len(result.skipped),
        "Failures": [f"{test.id()}\n{text}" for test, text in result.failures + result.errors],
    }


def load(sources, pure):
    """The modules of the guest as attributes of one, besides its sources and its loader."""
    codes = {
        name: compile(text, f"<coderuntime {name}>", "exec", dont_inherit=True) for name, text in sources.items()
    }
    loader = {"__name__": "coderuntime_loader"}
    exec(codes["loader"], loader)
    names = loader["COMMON"]
    # An entry like those of the backends, which has the modules for its globals.
    codes["tests"] = compile(f"from coderuntime_guest import {', '.join(names)}", "<tests>", "exec")
    modules = loader["load"](codes, "tests")
    under_test = types.ModuleType("guest")
    vars(under_test).update({name: modules[name] for name in names}, sources=sources, loader=loader)
    if pure:
        for name, function in PURE:
            getattr(modules[name], function)  # it must be there under that name to be left out
            setattr(modules[name], function, None)
    return under_test
