"""What the tests have in common: a wire and a loop without a host behind them."""

import asyncio
import json
import sys
import unittest
from asyncio import events

from guest import calls, program, protocol


def types_of(value):
    """The words of the protocol's table for the type of a value."""
    if isinstance(value, bool):
        return "bool", "any"
    names = {int: "int", str: "str", list: "list", dict: "object"}
    return names.get(type(value)), "any"


def check_frame(frame):
    """Raises AssertionError if a frame is not what the protocol's table says."""
    fields = dict(protocol.FRAMES[frame["type"]], type=("str", True))
    for name, value in frame.items():
        assert name in fields, f"{name} is no field of {frame}"
        assert fields[name][0] in types_of(value), f"{name} of {frame} is no {fields[name][0]}"
    for name, (_, required) in fields.items():
        assert name in frame or not required, f"{frame} has no {name}"


def parse(lines):
    """The frames in bytes that were written, each checked."""
    assert lines == b"" or lines.endswith(b"\n"), "the last frame has no end"
    frames = [json.loads(line) for line in bytes(lines).splitlines()]
    for frame in frames:
        check_frame(frame)
    return frames


class Wire:
    """The host's end of a channel: chunks for the guest to read, and what the guest has written."""

    def __init__(self, *chunks, takes=1 << 30):
        self.chunks = list(chunks)
        self.sizes = []  # what each read asked for
        self.sent = bytearray()
        self.broken = False
        self._takes = takes  # bytes of one write, at most

    def read(self, fd, size):
        assert fd == 3
        self.sizes.append(size)
        if not self.chunks:
            return b""
        chunk = self.chunks.pop(0)
        if len(chunk) > size:
            self.chunks.insert(0, chunk[size:])
        return chunk[:size]

    def write(self, fd, line):
        assert fd == 3
        if self.broken:
            raise OSError("the wire is broken")
        part = bytes(line[: self._takes])
        self.sent += part
        return len(part)

    def channel(self):
        return calls.Channel(self.read, self.write)

    def frames(self):
        """What has been written since the last look."""
        frames = parse(self.sent)
        self.sent.clear()
        return frames


class Loop:
    """As much of an event loop as futures and tasks ask for."""

    def __init__(self):
        self.ready = []
        self.closed = False
        self.from_threads = 0

    def call_soon(self, callback, *args, context=None):
        self.ready.append((callback, args))

    def call_soon_threadsafe(self, callback, *args, context=None):
        if self.closed:
            raise RuntimeError("Event loop is closed")
        self.from_threads += 1
        self.call_soon(callback, *args)

    def call_exception_handler(self, context):
        pass  # of tasks that a test leaves behind

    def get_debug(self):
        return False

    def run(self):
        """Runs what is ready, until nothing is."""
        while self.ready:
            callback, args = self.ready.pop(0)
            callback(*args)

    def task(self, awaitable):
        return asyncio.Task(awaitable, loop=self)


class LoopTest(unittest.TestCase):
    """A test for which self.loop is the running loop; self.wire and self.calls are ready."""

    def setUp(self):
        outer = events._get_running_loop()
        self.addCleanup(events._set_running_loop, outer)
        self.loop = Loop()
        events._set_running_loop(self.loop)
        self.wire = Wire()
        self.calls = calls.Calls(self.wire.channel())
        self.calls.attach(self.loop)

    def start(self, awaitable):
        """Starts a task and goes on until all wait."""
        task = self.loop.task(awaitable)
        self.loop.run()
        return task

    def reply(self, number, value=None, **others):
        """Answers a call, and goes on until all wait."""
        self.calls.answer({"type": "reply", "id": number, "ok": True, "value": value, **others})
        self.loop.run()

    def reject(self, number, message):
        self.calls.answer({"type": "reply", "id": number, "ok": False, "message": message})
        self.loop.run()


class ProgramTest(LoopTest):
    """A test that may replace __main__."""

    def setUp(self):
        super().setUp()
        self.addCleanup(sys.modules.__setitem__, "__main__", sys.modules["__main__"])

    def outcome(self, source, **names):
        """The value of a program that waits for nothing."""
        return self.start(self.awaited(source, names)).result()

    async def awaited(self, source, names):
        self.scope = program.make_globals(names)
        return await program.start(source, self.scope)
