"""One run, from the boot frame to the done frame, and the guest's loader."""

import builtins
import json
import sys
import unittest

from guest import calls, diagnostic, jsontext, loader, protocol, sources
from guest.session import Session
from support import LoopTest, Wire

BOOT = {
    "type": "boot", "cpuSeconds": 1, "addressSpaceBytes": 1 << 30, "maxLogBytes": 1000, "maxValueBytes": 500,
    "namespaces": [
        {"global": "tools", "names": ["echo"], "errorClass": {"name": "ToolError", "memberNameProperty": "tool"}},
    ],
}


class Backend:
    """A backend that notes what it was asked for."""

    def __init__(self, problem=None):
        self.boot = self.checked = None
        self._problem = problem

    def apply_limits(self, boot):
        self.boot = boot
        if self._problem:
            raise self._problem

    def check_cpu(self, write):
        self.checked = write


class Noting(dict):
    """A frame that notes which of its fields are looked at."""

    def __init__(self, fields):
        super().__init__(fields)
        self.seen = {"type"}

    def __getitem__(self, name):
        self.seen.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        self.seen.add(name)
        return super().get(name, default)


class SessionTest(LoopTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(sys.modules.__setitem__, "__main__", sys.modules["__main__"])
        self.addCleanup(setattr, sys, "stdout", sys.stdout)
        self.addCleanup(setattr, sys, "stderr", sys.stderr)

    def open(self, *frames, problem=None):
        self.wire = Wire(*(json.dumps(frame).encode() + b"\n" for frame in frames))
        self.backend = Backend(problem)
        return Session(self.backend, self.wire.channel())

    def frames_of(self, source, **boot):
        """All that a program sends that waits for nothing, behind the boot-ack."""
        session = self.open({**BOOT, **boot}, {"type": "run", "program": source})
        self.assertTrue(session.boot())
        task = self.start(session.main())
        task.result()
        acknowledged, *frames = self.wire.frames()
        self.assertEqual(acknowledged, {"type": "boot-ack"})
        return frames

    def failure_of(self, source, **boot):
        (frame,) = self.frames_of(source, **boot)
        return frame["error"]["kind"], frame["error"]["message"]


class Outcomes(SessionTest):
    def test_a_run_sends_its_output_and_then_its_value(self):
        source = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c', end='')\nreturn {'n': 1}"
        frames = self.frames_of(source)
        self.assertEqual([frame.get("text") for frame in frames], ["a", "b", "c", None])
        self.assertEqual(frames[-1], {"type": "done", "value": {"n": 1}})

    def test_a_run_that_fails_sends_its_output_first_too(self):
        frames = self.frames_of("print('a')\nprint('b', end='')\nraise ValueError('late')")
        self.assertEqual([frame.get("text") for frame in frames], ["a", "b", None])
        self.assertEqual(frames[-1]["error"]["kind"], "exception")
        self.assertTrue(frames[-1]["error"]["message"].endswith("\nValueError: late"))

    def test_a_value_over_its_budget_says_what_the_budget_is(self):
        self.assertEqual(self.frames_of("return 'x' * 498")[-1], {"type": "done", "value": "x" * 498})
        self.assertEqual(self.failure_of("return 'x' * 499"), ("output-limit", "completion value exceeded 500 bytes"))

    def test_a_value_that_is_not_lossless_says_why(self):
        self.assertEqual(
            self.failure_of("return [float('nan')]"),
            ("invalid-output", "program completion must be lossless JSON (non-finite float)"),
        )

    def test_a_reason_keeps_the_budget_of_a_value(self):
        _, message = self.failure_of("class C: pass\nC.__name__ = 'C' * 1000\nreturn C()")
        self.assertEqual(jsontext.string_cost(message), 500)

    def test_memory_is_let_go_before_the_words_are_made(self):
        self.addCleanup(setattr, diagnostic, "describe", diagnostic.describe)
        found = []

        def describe(error, budget):
            found.append(sys.modules["__main__"].held())
            return "words"

        diagnostic.describe = describe
        source = "import weakref\nclass Held: pass\nx = Held()\nglobal held\nheld = weakref.ref(x)\nraise "
        self.failure_of(source + "ValueError")
        self.failure_of(source + "MemoryError")
        self.assertEqual(found[1:], [None])
        self.assertIsNotNone(found[0])

    def test_memory_that_is_used_up_is_told(self):
        kind, message = self.failure_of("x = 1\nraise MemoryError")
        self.assertEqual((kind, message.splitlines()[-1]), ("exception", "MemoryError"))

    def test_leaving_is_a_failure(self):
        kind, message = self.failure_of("import sys\nsys.exit(3)")
        self.assertEqual((kind, message.splitlines()[-1]), ("exception", "SystemExit: 3"))

    def test_a_message_keeps_the_budget_of_a_value(self):
        kind, message = self.failure_of("raise ValueError('x' * 1000)")
        self.assertEqual(jsontext.string_cost(message), 500)

    def test_output_over_its_budget_does_not_fail_the_run(self):
        frames = self.frames_of("for n in range(1000): print(n)\nreturn 'done'")
        self.assertEqual(frames[-2], {"type": "log", "text": protocol.truncation_marker(1000), "truncated": True})
        self.assertEqual(frames[-1], {"type": "done", "value": "done"})

    def test_what_a_program_does_to_its_streams_does_not_touch_the_outcome(self):
        for harm in (
            "sys.stdout = sys.stderr = None", "del sys.stdout, sys.stderr",
            "sys.stdout.write = None", "sys.stdout.close()",
        ):
            self.assertEqual(self.frames_of(f"import sys\n{harm}\nreturn 1")[-1], {"type": "done", "value": 1}, harm)

    def test_processor_time_is_looked_at_when_the_program_is_over(self):
        self.frames_of("return 1")
        self.assertIsNotNone(self.backend.checked)

    def test_a_call_goes_out_and_its_answer_comes_back(self):
        session = self.open(BOOT, {"type": "run", "program": "return await tools.echo([1])"})
        session.boot()
        task = self.start(session.main())
        _, call = self.wire.frames()
        self.assertEqual(call, {"type": "call", "id": 0, "global": "tools", "name": "echo", "args": [1]})
        session.calls.answer({"type": "reply", "id": 0, "ok": True, "value": "é"})
        self.loop.run()
        self.assertTrue(task.done())
        self.assertEqual(self.wire.frames(), [{"type": "done", "value": "é"}])


class FieldsOfFrames(SessionTest):
    def test_the_guest_reads_the_fields_of_its_table_and_no_others(self):
        boot = Noting(BOOT)
        run = Noting({"type": "run", "program": "return await tools.echo(1)"})
        session = self.open()
        frames = [boot, run]
        session.channel.next_frame = lambda: frames.pop(0)
        session.boot()
        self.start(session.main())
        # A backend reads the rest of the boot frame, as far as it keeps limits itself.
        limits = {"cpuSeconds", "addressSpaceBytes"}
        self.assertIs(self.backend.boot, boot)
        self.assertEqual(boot.seen | limits, {"type", *protocol.FRAMES["boot"]})
        for name in limits:
            self.assertIn(f'boot["{name}"]', sources["native"])
        self.assertEqual(run.seen, {"type", *protocol.FRAMES["run"]})
        self.assertEqual(self.wire.frames()[-1]["type"], "call")
        reply = Noting({"type": "reply", "id": 0, "ok": True, "value": 1})
        session.calls.answer(reply)
        rejected = Noting({"type": "reply", "id": 1, "ok": False, "message": "no"})
        session.calls.sender("tools", "echo")(b"1")
        session.calls.answer(rejected)
        self.assertEqual(reply.seen | rejected.seen, {"type", *protocol.FRAMES["reply"]})

    def test_a_frame_of_another_type_is_no_beginning(self):
        for frames, kind, got in (([{"type": "run", "program": ""}], "boot", "run"), ([BOOT, BOOT], "run", "boot")):
            session = self.open(*frames)
            with self.assertRaisesRegex(RuntimeError, f"expected a {kind} frame, got {got}"):
                session.boot()
                self.start(session.main()).result()

    def test_a_field_that_must_be_there_is_missed(self):
        for name in ("maxLogBytes", "maxValueBytes", "namespaces"):
            session = self.open({key: value for key, value in BOOT.items() if key != name})
            self.assertRaises(KeyError, session.boot)
            self.assertEqual(self.wire.frames(), [])

    def test_limits_that_cannot_be_set_end_the_run_before_the_program(self):
        session = self.open(BOOT, problem=ValueError("too large"))
        self.assertFalse(session.boot())
        (frame,) = self.wire.frames()
        self.assertEqual(
            frame["error"],
            {"kind": "exception", "message": "bootstrap: applying resource limits failed\nValueError: too large"},
        )


class Loading(unittest.TestCase):
    def test_no_module_of_the_guest_can_be_imported(self):
        self.assertEqual([name for name in sys.modules if name.startswith("coderuntime_guest")], [])
        with self.assertRaises(ImportError):
            import coderuntime_guest  # noqa: F401

    def test_the_guest_keeps_its_builtins_when_a_program_takes_its_own_apart(self):
        names = ("len", "type", "iter", "isinstance", "BaseException", "id")
        kept = {name: getattr(builtins, name) for name in names}
        try:
            for name in names:
                setattr(builtins, name, None)
            text = jsontext.encode({"a": [1, "x"] * 10}, 1000)
            frame = calls.Channel(lambda fd, size: b'{"id":1}\n').next_frame()
        finally:
            for name in names:
                setattr(builtins, name, kept[name])
        self.assertEqual(json.loads(text), {"a": [1, "x"] * 10})
        self.assertEqual(frame, {"id": 1})

    def test_each_module_comes_after_those_it_imports(self):
        order = loader["COMMON"]
        for name in order:
            for line in sources[name].splitlines():
                if line.startswith("from coderuntime_guest"):
                    _, module, _, imported = line.split(maxsplit=3)
                    needs = [module.partition(".")[2]] if "." in module else imported.split(", ")
                    for need in needs:
                        self.assertLess(order.index(need), order.index(name), f"{name} imports {need}")
