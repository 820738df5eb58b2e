"""Words for a program that failed."""

import sys
import unittest
import weakref

from guest import diagnostic, jsontext, protocol
from support import ProgramTest, parse

MARKER = "… [truncated]"


class Diagnostics(ProgramTest):
    def error_of(self, source, **names):
        task = self.start(self.awaited(source, names))
        return task.exception()

    def told(self, source, budget=32768, **names):
        return diagnostic.describe(self.error_of(source, **names), budget)


class Tracebacks(Diagnostics):
    def test_lines_are_those_of_the_programs_source(self):
        source = "\n# one\ndef f():\n    return 1 / 0\n\nx = 1\nf()\n"
        self.assertEqual(
            self.told(source),
            "Traceback (most recent call last):\n"
            '  File "<model>", line 7, in __coderuntime_main__\n'
            '  File "<model>", line 4, in f\n'
            "ZeroDivisionError: division by zero",
        )

    def test_frames_of_other_files_are_left_out(self):
        text = self.told("import json\njson.loads('nope')")
        self.assertEqual(text.count("File "), 1)
        self.assertIn('File "<model>", line 2', text)
        self.assertTrue(text.endswith("JSONDecodeError: Expecting value: line 1 column 1 (char 0)"), text)

    def test_the_guest_is_never_shown(self):
        async def rejected():
            raise RuntimeError("of the guest") from None

        for text in (self.told("await f()", f=rejected), self.told("await f(1)", f=rejected)):
            self.assertNotIn("coderuntime>", text)
            self.assertNotIn("support", text)
            self.assertNotIn("<coderuntime", text)

    def test_an_exception_without_a_line_of_the_program_has_no_traceback(self):
        self.assertEqual(diagnostic.describe(ValueError("alone"), 1000), "ValueError: alone")
        try:
            raise ValueError("of a test")
        except ValueError as error:
            self.assertEqual(diagnostic.describe(error, 1000), "ValueError: of a test")

    def test_a_syntax_error_names_its_line(self):
        text = self.told("x = 1\ny = = 2")
        self.assertIn('  File "<model>", line 2\n', text)
        self.assertIn("SyntaxError: invalid syntax", text)
        self.assertNotIn("Traceback", text)

    def test_a_missing_module_is_told_in_one_line(self):
        last = self.told("import no_such_module").splitlines()[-1]
        self.assertEqual(last, "ModuleNotFoundError: No module named 'no_such_module'")

    def test_a_cause_and_a_context_are_told(self):
        text = self.told("try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError('second') from e")
        self.assertIn("ZeroDivisionError: division by zero\n\nThe above exception was the direct cause", text)
        text = self.told("try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError('second')")
        self.assertIn("During handling of the above exception", text)
        self.assertTrue(text.endswith("ValueError: second"))

    def test_the_brief_form_is_the_exception_alone(self):
        error = self.error_of("raise ValueError('two\\nlines')")
        self.assertEqual(diagnostic.describe_briefly(error, 1000), "ValueError: two\nlines")


class Chains(Diagnostics):
    SOURCE = """
error = None
for n in range({}):
    try:
        raise ValueError(n) from error
    except ValueError as caught:
        error = caught
raise error
"""

    def test_a_chain_is_cut_at_a_hundred_links_and_says_so(self):
        text = self.told(self.SOURCE.format(1000), 1 << 20)
        self.assertEqual(text.count("ValueError: "), 100)
        self.assertTrue(text.endswith("\n[coderuntime] exception chain truncated at 100 links"))

    def test_a_chain_of_a_hundred_links_is_whole(self):
        text = self.told(self.SOURCE.format(100), 1 << 20)
        self.assertEqual(text.count("ValueError: "), 100)
        self.assertNotIn("truncated", text)

    def test_the_exceptions_themselves_are_left_alone(self):
        error = self.error_of(self.SOURCE.format(300))
        diagnostic.describe(error, 1000)
        links = 0
        while error is not None:
            links += 1
            error = error.__cause__
        self.assertEqual(links, 300)

    @unittest.skipIf(sys.version_info < (3, 11), "there are no groups")
    def test_groups_are_cut_at_a_hundred_links(self):
        text = self.told("raise ExceptionGroup('many', [ValueError(n) for n in range(500)])", 1 << 20)
        self.assertLessEqual(text.count("ValueError: "), 99)
        self.assertGreater(text.count("ValueError: "), 10)
        self.assertTrue(text.endswith("\n[coderuntime] exception chain truncated at 100 links"))


class Hostile(Diagnostics):
    def test_an_exception_that_cannot_say_its_text_is_named(self):
        text = self.told("class Odd(Exception):\n    def __str__(self): raise RuntimeError\nraise Odd")
        self.assertRegex(text.splitlines()[-1], r"^[\w.<>]*Odd: <(exception str\(\) failed|unprintable Odd object)>$")

    META = "class Meta(type):\n    @property\n    def __module__(cls): raise RuntimeError\n"
    ODD = "class Odd(Exception, metaclass=Meta): pass\nraise Odd('x')"

    def test_an_exception_that_cannot_be_rendered_is_named(self):
        self.assertEqual(self.told(self.META + self.ODD), "Odd: <diagnostic rendering failed>")

    def test_an_exception_without_a_name_is_unknown(self):
        for name in ("__name__ = __module__", "__name__ = property(lambda cls: 5)"):
            text = self.told(f"{self.META}    {name}\n{self.ODD}")
            self.assertEqual(text, "<unknown>: <diagnostic rendering failed>", name)

    def test_an_exception_whose_text_alone_can_be_had_says_it(self):
        plain = "class Odd(Exception):\n    @property\n    def __cause__(self): raise RuntimeError\nraise Odd('x')"
        self.assertEqual(self.told(plain), "Odd: x")

    def test_a_text_of_megabytes_is_cut(self):
        text = self.told("raise ValueError('x' * (8 << 20))", 500)
        self.assertEqual(jsontext.string_cost(text), 500)
        self.assertTrue(text.startswith("Traceback") and text.endswith("x" + MARKER), text)

    def test_a_lone_surrogate_in_a_text_is_a_question_mark(self):
        self.assertTrue(self.told("raise ValueError('a\\ud800b')").endswith("ValueError: a?b"))


class Cutting(unittest.TestCase):
    def test_a_message_that_fits_stays_and_another_is_cut_as_late_as_can_be(self):
        for unit, cost in (("x", 1), ("é", 2), ("\x00", 6), ("\U0001f600", 4), ('"', 2), ("\n", 2)):
            for budget in range(16, 80):
                fits = unit * ((budget - 2) // cost)
                self.assertEqual(diagnostic.cap(fits, budget), fits)
                cut = diagnostic.cap(fits + unit, budget)
                self.assertTrue(cut.endswith(MARKER), cut)
                spent = jsontext.string_cost(cut)
                self.assertLessEqual(spent, max(budget, len(MARKER.encode()) + 2))
                if cut != MARKER:
                    self.assertGreater(spent + cost, budget)

    def test_a_budget_below_the_marker_leaves_the_marker(self):
        for budget in (0, 1, 10, 16):
            self.assertEqual(diagnostic.cap("x" * 100, budget), MARKER)


class Frames(unittest.TestCase):
    def test_the_frame_of_a_failure_holds_its_kind_and_words(self):
        for kind in ("exception", "timeout", "invalid-output", "output-limit"):
            (frame,) = parse(diagnostic.error_frame(kind, 'a"\n\x00é'))
            self.assertEqual(frame, {"type": "done", "error": {"kind": kind, "message": 'a"\n\x00é'}})

    def test_frames_that_are_ready_made_are_what_they_should_be(self):
        self.assertEqual(parse(protocol.BOOT_ACK), [{"type": "boot-ack"}])
        for line, message in (
            (protocol.UNRENDERABLE_DONE, "<unrenderable>"),
            (protocol.OUT_OF_MEMORY_DONE, "MemoryError"),
        ):
            self.assertEqual(parse(line), [{"type": "done", "error": {"kind": "exception", "message": message}}])

    def test_the_marker_of_cut_output_names_the_budget(self):
        self.assertEqual(protocol.truncation_marker(65536), "[coderuntime] log capture truncated at 65536 bytes")


class Memory(Diagnostics):
    def test_what_the_frames_of_an_exception_hold_can_be_let_go(self):
        class Held:
            pass

        kept = []

        def hold():
            held = Held()
            kept.append(weakref.ref(held))
            raise MemoryError

        try:
            hold()
        except MemoryError as error:
            self.assertIsNotNone(kept[0]())
            diagnostic.release(error)
            self.assertIsNone(kept[0]())
            self.assertEqual(diagnostic.describe(error, 100), "MemoryError")
