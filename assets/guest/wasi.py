"""The guest inside the host: a loop that is stepped from outside and never waits inside."""

import asyncio
import os
import sys
from asyncio import events

from coderuntime_guest.session import Session


class WasiBackend:
    """Nothing to set: memory and processor time are metered from outside."""

    def apply_limits(self, boot):
        pass

    def check_cpu(self, write):
        pass


class _Poll:
    """Stands where a loop has its selector: looks whether replies have come and never waits."""

    def __init__(self, poll):
        self.select = poll


class SteppedLoop(asyncio.BaseEventLoop):
    """An event loop without files: step runs it until nothing is ready."""

    def __init__(self, poll):
        super().__init__()
        self._selector = _Poll(poll)
        self._thread_id = 1  # it counts as running, between steps too
        self.main = None
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
        )

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass

    def step(self):
        """Runs what is ready. Returns the nanoseconds until the next timer, or -1 for none."""
        events._set_running_loop(self)
        try:
            while True:
                self._run_once()
                if self.main.done():
                    return -1  # the run is over, whatever else is left
                if self._stopping:
                    self._stopping = False
                    raise RuntimeError("Event loop stopped before Future completed.")
                if self._ready:
                    continue
                if not self._scheduled:
                    return -1
                wait = self._scheduled[0]._when - self.time()
                if wait > 0:
                    return int(wait * 1e9) + 1
        finally:
            events._set_running_loop(None)


def make_step():
    """Returns the function that the host calls: the first call starts the run."""
    session = Session(WasiBackend())
    calls, channel = session.calls, session.channel
    waiting, answer, frames = calls._waiting, calls.answer, channel.available_frames
    blocked = BlockingIOError

    def poll(timeout):
        if waiting:
            try:
                while True:
                    for frame in frames():
                        answer(frame)
            except blocked:
                pass
        return ()

    loop = SteppedLoop(poll)
    events.set_event_loop(loop)
    step_loop = loop.step

    def step():
        if loop.main is None:
            refresh()
            if not session.boot():
                return -1
            loop.main = loop.create_task(session.main())
        while True:
            try:
                return step_loop()
            except BaseException as problem:
                # The program stopped the loop or left by SystemExit: the run ends as a failure.
                if loop.main.done():
                    raise problem from None
                loop.main.cancel()

    return step


def refresh():
    """Draws anew what must not be the same in two runs of one image."""
    modules = sys.modules
    if "random" in modules:
        modules["random"].seed()
    if "tempfile" in modules:
        modules["tempfile"]._name_sequence = None
    if "uuid" in modules:
        modules["uuid"]._node = modules["uuid"]._last_timestamp = None
