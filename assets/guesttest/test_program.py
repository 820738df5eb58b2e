"""The program: how it is compiled, and what its globals are."""

import builtins
import sys
import unittest

from guest import program, protocol
from support import ProgramTest


class Source(ProgramTest):
    def test_a_program_returns_what_it_returns(self):
        self.assertEqual(self.outcome("x = 1\nreturn [x, y]", y=2), [1, 2])
        self.assertIsNone(self.outcome("x = 1"))

    def test_a_program_without_statements_is_None(self):
        for source in ("", "\n\n", "# a comment", "   \n\t\n# more"):
            self.assertIsNone(self.outcome(source), source)
        self.assertEqual(self.outcome("return 1"), 1)  # nothing is left of the one before
        self.assertIsNone(self.outcome(""))

    def test_a_program_awaits_at_its_top_level(self):
        async def wait():
            return 5

        self.assertEqual(self.outcome("return await wait() + 1", wait=wait), 6)
        self.assertEqual(self.outcome("async with c: pass\nasync for x in c: return x", c=Context()), 9)

    def test_text_stays_as_written(self):
        self.assertEqual(self.outcome('text = """a\n  b\n\tc\n"""\nreturn text'), "a\n  b\n\tc\n")
        self.assertEqual(self.outcome("if True:\n\treturn 'é\U0001f600'"), "é\U0001f600")
        self.assertEqual(self.outcome("x = 1\r\nreturn x\r\n"), 1)

    def test_its_variables_are_those_of_a_function_and_global_makes_them_global(self):
        self.outcome("global g\ng = local = 1")
        self.assertEqual(self.scope["g"], 1)
        self.assertNotIn("local", self.scope)

    def test_it_inherits_no_future_of_the_guest(self):
        self.assertIs(self.outcome("def f(x: int): pass\nreturn f.__annotations__['x']"), int)

    def test_lines_are_those_of_the_source(self):
        for before in (0, 1, 5):
            source = "\n" * before + "# comment\n" * before + "x = 1\n\n1 / 0\n"
            trace = self.start(self.awaited(source, {})).exception().__traceback__
            while trace.tb_next:
                trace = trace.tb_next
            self.assertEqual(trace.tb_lineno, 2 * before + 3)
            self.assertEqual(trace.tb_frame.f_code.co_filename, "<model>")
            self.assertEqual(trace.tb_frame.f_code.co_firstlineno, 2 * before + 1)
            self.assertEqual(trace.tb_frame.f_code.co_name, protocol.PROGRAM_SLOT)

    def test_what_does_not_compile_says_where(self):
        for source, line in (
            ("x = 1\ny = = 2", 2), ("\n\nif", 3), ("x = 1\nbreak", 2), ("return 1\n  x = 2", 2), ("nonlocal x", 1),
        ):
            with self.assertRaises(SyntaxError) as caught:
                self.outcome(source)
            self.assertEqual((caught.exception.filename, caught.exception.lineno), ("<model>", line), source)

    def test_text_that_is_no_source_is_an_error_of_the_program(self):
        for source in ("x = '\0'", "x = '\ud800'"):
            with self.assertRaises((SyntaxError, ValueError)):
                self.outcome(source)

    def test_a_failed_program_does_not_disturb_the_next(self):
        for source in ("if", "raise ValueError"):
            with self.assertRaises(Exception):
                self.outcome(source)
            self.assertEqual(self.outcome("return 1"), 1)


class Context:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *exception):
        pass

    async def __aiter__(self):
        yield 9


class Globals(ProgramTest):
    def test_they_are_its_names_and_what_every_module_has(self):
        scope = program.make_globals({"tools": 1, "ToolError": 2})
        self.assertEqual(set(scope), {"__name__", "__builtins__", "tools", "ToolError"})
        self.assertEqual(scope["__name__"], "__main__")

    def test_they_are_those_of_a_fresh_main_module(self):
        before = sys.modules["__main__"]
        scope = program.make_globals({"left": 1})
        self.assertIs(vars(sys.modules["__main__"]), scope)
        self.assertIsNot(sys.modules["__main__"], before)
        self.assertNotIn("left", program.make_globals({}))

    def test_the_builtins_are_the_real_ones_and_not_those_of_the_guest(self):
        self.assertIs(program.make_globals({})["__builtins__"], builtins)
        self.assertIs(self.outcome("import builtins\nreturn builtins"), builtins)
        self.assertIsNot(vars(program)["__builtins__"], vars(builtins))
