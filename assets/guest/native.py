"""The guest as a process of its own: blocking reads of fd 3, limits by the kernel."""

import asyncio
import gc
import os
import resource
import signal
import sys

from coderuntime_guest.calls import Channel, ChannelClosed
from coderuntime_guest.diagnostic import error_frame
from coderuntime_guest.protocol import FD, INTERPRETER_BYTES, UNICODE_EXPANSION
from coderuntime_guest.session import Session


class NativeBackend:
    """Limits of the kernel, and processor time as it counts it."""

    def __init__(self, limits):
        self._limits = limits
        self._cpu_seconds = None
        self._cpu_limit = None

    def apply_limits(self, boot):
        """Sets the limits of this process, never above what it inherited."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self._cpu_seconds = boot["cpuSeconds"]
        soft, hard = _clamp(resource.RLIMIT_CPU, self._cpu_seconds, self._cpu_seconds + 1)
        if soft == hard and soft >= 2:
            soft -= 1  # room for SIGXCPU, which says what happened, before SIGKILL, which doesn't
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        self._cpu_limit = soft
        for name, value in self._limits.items():
            resource.setrlimit(getattr(resource, name), _clamp(getattr(resource, name), value, value))
        if sys.platform == "darwin":
            return  # the kernel does not keep an address space limit there
        size = boot["addressSpaceBytes"]
        soft, hard = _clamp(resource.RLIMIT_AS, size, size)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        for field in ("maxLogBytes", "maxValueBytes"):
            if boot[field] * UNICODE_EXPANSION >= soft - INTERPRETER_BYTES:
                raise ValueError(f"{field} {boot[field]} is too large for the inherited RLIMIT_AS of {soft} bytes")

    def check_cpu(
        self,
        write,
        usage=resource.getrusage,
        whose=(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN),
        set_handler=signal.signal,
        set_mask=signal.pthread_sigmask,
        kill=os.kill,
        get_pid=os.getpid,
        expired=signal.SIGXCPU,
        default=signal.SIG_DFL,
        unblock=signal.SIG_UNBLOCK,
    ):
        """Ends the process as SIGXCPU would have, if the program kept that signal away while it
        used up its time."""
        spent = sum(used.ru_utime + used.ru_stime for used in map(usage, whose))
        if spent < self._cpu_limit:
            return
        write(error_frame("timeout", cpu_message(self._cpu_seconds)))
        set_handler(expired, default)  # before unblocking: a pending signal must not reach a handler
        set_mask(unblock, (expired,))
        kill(get_pid(), expired)


def cpu_message(seconds):
    """The same words that the host uses when the kernel ended the process."""
    return f"CPU time exhausted (limit {seconds}s; an inherited limit may be stricter)"


def _clamp(kind, soft, hard):
    inherited_soft, inherited_hard = resource.getrlimit(kind)
    hard = hard if inherited_hard == resource.RLIM_INFINITY else min(hard, inherited_hard)
    soft = soft if inherited_soft == resource.RLIM_INFINITY else min(soft, inherited_soft)
    return min(soft, hard), hard


class _NoLimits:
    """The backend of a rehearsal."""

    def apply_limits(self, boot):
        pass

    def check_cpu(self, write):
        pass


def rehearse():
    """Runs a small program with nobody listening, so that an interpreter which has time has done
    before what every run does: memory found, code specialised."""
    written = []
    incoming = [
        b'{"type":"boot","cpuSeconds":1,"addressSpaceBytes":1,"maxLogBytes":65536,"maxValueBytes":32768,'
        b'"namespaces":[{"global":"tools","names":["echo"],'
        b'"errorClass":{"name":"ToolError","memberNameProperty":"tool"}}]}\n',
        b'{"type":"run","program":"print(1, 2)\\nfor n in range(20):'
        b'\\n    await tools.echo({\\"n\\": [n, \\"text\\", 1.5, None]})\\nreturn {\\"n\\": [1, True]}"}\n',
    ]

    def write(fd, line):
        written.append(bytes(line))
        if line[:15] == b'{"type":"call",':
            reply = b'{"type":"reply","id":%d,"ok":true,"value":{"n":[1,"x"]}}\n' % sum(b'"call"' in sent for sent in written[:-1])
            incoming.append(reply)
            asyncio.get_running_loop().call_soon(pump)
        return len(line)

    channel = Channel(lambda fd, size: incoming.pop(0), write)
    session = Session(_NoLimits(), channel)

    def pump():
        frames, _ = channel.available_frames()
        for frame in frames:
            session.calls.answer(frame)

    kept = sys.modules["__main__"], sys.stdout, sys.stderr
    try:
        if session.boot():
            asyncio.run(session.main())
    finally:
        sys.modules["__main__"], sys.stdout, sys.stderr = kept
    if b'"value"' not in written[-1]:
        raise RuntimeError(f"the rehearsal failed: {written[-1].decode()}")


def main(limits, ahead):
    """Serves one run and ends the process. limits are those of the runtime, by their names in the
    module resource; those of the run come with its boot frame. ahead says that there is time until
    then."""
    if ahead:
        rehearse()
        gc.collect()
        gc.freeze()
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGXCPU,))
    for name in set(os.environ) - {"TMPDIR"}:
        del os.environ[name]  # set by the interpreter for its locale, or by a script around it
    # The command line is the guest's. These are what an interpreter that was given none has.
    sys.argv, sys.orig_argv = [""], []
    leave = os._exit
    channel = Channel()
    session = Session(NativeBackend(limits), channel)
    if session.boot():
        try:
            asyncio.run(_serve(session, leave))
        except BaseException as error:
            # The program stopped the loop, left it by SystemExit or broke it. If the run had an
            # outcome before, the host has it and ignores this one.
            channel.write(error_frame("exception", session.describe(error)))
    leave(0)


async def _serve(session, leave):
    loop = asyncio.get_running_loop()
    calls, channel = session.calls, session.channel
    answer = calls.answer

    def pump():
        try:
            frames, _ = channel.available_frames()
            for frame in frames:
                answer(frame)
        except (ChannelClosed, OSError):
            leave(1)  # the host is gone, or the program closed what leads to it

    loop.add_reader(FD, pump)
    await session.main()
    leave(0)
