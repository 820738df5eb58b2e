"""One run, from the boot frame to the done frame."""

import sys
from asyncio import get_running_loop

from coderuntime_guest import bindings, diagnostic, jsontext, program
from coderuntime_guest.calls import Calls
from coderuntime_guest.ledger import Ledger, open_stream
from coderuntime_guest.protocol import BOOT_ACK, OUT_OF_MEMORY_DONE, UNRENDERABLE_DONE


class Session:
    """A run under way. backend is what differs between the places that a guest may run in; see
    the modules native and wasi."""

    def __init__(self, backend, channel):
        self._backend = backend
        self.channel = channel
        self.calls = Calls(channel)
        self._ledger = Ledger(channel.write)
        self._streams = open_stream(self._ledger), open_stream(self._ledger)

    def boot(self):
        """Takes the boot frame and makes ready for the program. False if the run is over already."""
        boot = self._expect("boot")
        self._max_value_bytes = boot["maxValueBytes"]
        try:
            self._backend.apply_limits(boot)
        except BaseException as error:
            lead = "bootstrap: applying resource limits failed\n"
            brief = diagnostic.describe_briefly(error, self._max_value_bytes)
            message = diagnostic.cap(lead + brief, self._max_value_bytes)
            self.channel.write(diagnostic.error_frame("exception", message))
            return False
        self._ledger.open(boot["maxLogBytes"])
        self._names = bindings.build(boot["namespaces"], self.calls)
        self.channel.write(BOOT_ACK)
        return True

    async def main(self):
        """Takes the run frame, runs the program and sends what came of it."""
        self.calls.attach(get_running_loop())
        source = self._expect("run")["program"]
        (sys.stdout, settle_stdout), (sys.stderr, settle_stderr) = self._streams
        originals = sys.__stdout__, sys.__stderr__

        def flush():
            settle_stdout()
            settle_stderr()
            for stream in originals:
                try:
                    stream.flush()
                except BaseException:
                    pass  # what the program did to it is its own loss

        # Everything that the outcome depends on is a local from here on: a program can rebind
        # what it reaches by name, but not these.
        scope = program.make_globals(self._names)
        start, encode = program.start, jsontext.encode
        check_cpu, write = self._backend.check_cpu, self.channel.write
        limit = self._max_value_bytes

        def failed(
            error,
            describe=diagnostic.describe,
            release=diagnostic.release,
            cap=diagnostic.cap,
            error_frame=diagnostic.error_frame,
            too_large=jsontext.TooLarge,
            not_lossless=jsontext.NotLossless,
        ):
            if isinstance(error, too_large):
                return error_frame("output-limit", f"completion value exceeded {limit} bytes")
            if isinstance(error, not_lossless):
                message = f"program completion must be lossless JSON ({error})"
                return error_frame("invalid-output", cap(message, limit))
            if isinstance(error, MemoryError):
                release(error)
            return error_frame("exception", describe(error, limit))

        try:
            value = await start(source, scope)
            check_cpu(write)
            flush()
            done = b'{"type":"done","value":%b}\n' % encode(value, limit)
        except BaseException as error:
            out_of_memory = isinstance(error, MemoryError)
            try:
                done = failed(error)
            except BaseException:
                done = OUT_OF_MEMORY_DONE if out_of_memory else UNRENDERABLE_DONE
            try:
                flush()
            except BaseException:
                pass  # lost output is no reason to lose the outcome
        write(done)

    def describe(self, error):
        """The message for an exception that ended the program from outside its own code."""
        return diagnostic.describe(error, self._max_value_bytes)

    def _expect(self, kind):
        frame = self.channel.next_frame()
        if frame["type"] != kind:
            raise RuntimeError(f"coderuntime: expected a {kind} frame, got {frame['type']}")
        return frame
