"""The guest inside the host: a loop that is stepped from outside and never waits inside."""

import sys
from _random import Random
from asyncio import BaseEventLoop, Handle, events
from contextvars import copy_context
from heapq import heappop
from os import urandom
from time import monotonic, time_ns

from coderuntime_guest.calls import Channel
from coderuntime_guest.session import Session


seed_generator = Random.seed


class WasiBackend:
    """Nothing to set: memory and processor time are metered from outside."""

    def apply_limits(self, boot):
        pass

    def check_cpu(self, write):
        pass


class ReadyHandle(Handle):
    """A Handle made without asking the loop whether it is in debug mode, which costs more than all
    the rest of it."""

    __slots__ = ()

    def __init__(self, callback, args, loop, context):
        self._context = copy_context() if context is None else context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None


#: What step returns when the run is over.
OVER = -3

#: Turns of a loop that always has something ready, between two looks at what the host has sent.
TURNS_PER_POLL = 16


class SteppedLoop(BaseEventLoop):
    """An event loop without files: step runs it until nothing is ready, and never waits."""

    def __init__(self):
        super().__init__()
        self._thread_id = 1  # it counts as running, between steps too
        self.main = None  # the task that ends the run

    def time(self):
        return monotonic()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass

    def call_soon(self, callback, *args, context=None):
        handle = ReadyHandle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # there are no threads

    def step(self, poll):
        """Runs what is ready; poll takes what the host has sent. Returns the nanoseconds until the
        next timer, -1 for none, or OVER."""
        ready, scheduled, main = self._ready, self._scheduled, self.main
        turns = 0
        while True:
            if not turns:
                poll()
                turns = TURNS_PER_POLL
            turns -= 1
            while scheduled and (scheduled[0]._cancelled or scheduled[0]._when <= monotonic()):
                timer = heappop(scheduled)
                timer._scheduled = False
                if not timer._cancelled:
                    ready.append(timer)
            if not ready:
                if not scheduled:
                    return -1
                return max(0, int((scheduled[0]._when - monotonic()) * 1e9)) + 1
            for _ in range(len(ready)):
                handle = ready.popleft()
                if not handle._cancelled:
                    handle._run()
            if main.done():
                main.result()  # raises if the guest itself failed
                return OVER  # whatever else is left
            if self._stopping:
                self._stopping = False
                raise RuntimeError("Event loop stopped before Future completed.")


class Guest:
    """One run, stepped. All of it that does not depend on the run is made before the image is."""

    def __init__(self, channel):
        session = Session(WasiBackend(), channel)
        self.loop = loop = SteppedLoop()
        take_answers = session.calls.take_answers

        async def main():
            if session.boot():
                await session.main()

        def step(step_loop=loop.step, enter=events._set_running_loop):
            enter(loop)
            try:
                while True:
                    try:
                        return step_loop(take_answers)
                    except BaseException as problem:
                        # The program stopped the loop or left by SystemExit: the run ends as a
                        # failure.
                        if loop.main.done():
                            raise problem from None
                        loop.main.cancel()
            finally:
                enter(None)

        loop.main = loop.create_task(main())
        self.step = step


def make_step():
    """Returns the function that the host calls: the first call starts the run."""
    guest = Guest(Channel())
    loop, go_on = guest.loop, guest.step
    events.set_event_loop(loop)
    sys.set_asyncgen_hooks(
        firstiter=loop._asyncgen_firstiter_hook, finalizer=loop._asyncgen_finalizer_hook
    )
    fresh = False

    def step():
        nonlocal fresh
        if not fresh:
            fresh = True
            refresh()
        return go_on()

    return step


def rehearse(times):
    """Runs small programs with nobody listening, so that what every run does has been done before
    the image is taken: code specialised, caches filled, memory laid out."""
    boot = (
        b'{"type":"boot","cpuSeconds":1,"addressSpaceBytes":1,"maxLogBytes":65536,"maxValueBytes":32768,'
        b'"namespaces":[{"global":"tools","names":["echo"],'
        b'"errorClass":{"name":"ToolError","memberNameProperty":"tool"}}]}\n'
    )
    program = (
        b'{"type":"run","program":"import asyncio\\nprint(1, 2)\\nfor n in range(3):'
        b'\\n    await tools.echo({\\"n\\": [n, \\"text\\", 1.5, None]})'
        b'\\nawait asyncio.sleep(0)\\nreturn {\\"n\\": [1, True]}"}\n'
    )
    main, stdout, stderr = sys.modules["__main__"], sys.stdout, sys.stderr
    for _ in range(times):
        incoming = [boot, program]
        written = []

        def read(fd, size):
            if not incoming:
                raise BlockingIOError
            return incoming.pop(0)

        def write(fd, line):
            written.append(line)
            if line.startswith(b'{"type":"call"'):
                number = sum(b'"call"' in sent for sent in written) - 1
                incoming.append(b'{"type":"reply","id":%d,"ok":true,"value":{"n":[1,"x"]}}\n' % number)
            return len(line)

        step = Guest(Channel(read, write)).step
        while not written or b'"done"' not in written[-1]:
            if step() < 0 and not incoming and b'"done"' not in written[-1]:
                raise RuntimeError("the rehearsal came to a standstill")
        sys.modules["__main__"], sys.stdout, sys.stderr = main, stdout, stderr
        if b'"error"' in written[-1]:
            raise RuntimeError(f"the rehearsal failed: {written[-1].decode()}")


def refresh():
    """Draws anew what must not be the same in two runs of one image."""
    modules = sys.modules
    if "random" in modules:
        shared = modules["random"]._inst
        shared.gauss_next = None
        # Always of one length, so that seeding takes the same fuel each time.
        seed_generator(shared, int.from_bytes(urandom(32), "little") | 1 << 256)
    if "tempfile" in modules:
        modules["tempfile"]._name_sequence = None
    if "logging" in modules:
        modules["logging"]._startTime = time_ns()
    if "uuid" in modules:
        modules["uuid"]._node = modules["uuid"]._last_timestamp = None
