"""The guest as a process of its own: blocking reads of fd 3, limits by the kernel."""

import asyncio
import gc
import os
import resource
import signal
import socket
import struct
import sys

from _thread import _count as thread_count

from coderuntime_guest.calls import Channel, ChannelClosed
from coderuntime_guest.diagnostic import error_frame
from coderuntime_guest.protocol import FD, INTERPRETER_BYTES, UNICODE_EXPANSION
from coderuntime_guest.session import Session


try:
    from _asyncio import current_task
except ImportError:  # before 3.12 it is Python code, which finds what it needs by names
    from asyncio.tasks import _current_tasks

    def current_task(loop, tasks=_current_tasks):
        return tasks.get(loop)


#: The files that the loop of a run watches for itself: the channel, and what wakes it up.
OWN_FILES = 2


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
        b'{"type":"run","program":"import asyncio\\nprint(1, 2)\\nfor n in range(20):'
        b'\\n    await tools.echo({\\"n\\": [n, \\"text\\", 1.5, None]})'
        b'\\nawait asyncio.gather(*map(tools.echo, range(20)))\\nreturn {\\"n\\": [1, True]}"}\n',
    ]
    calls = 0

    def read(fd, size, blocked=BlockingIOError):
        if not incoming:
            raise blocked
        return incoming.pop(0)

    def write(fd, line):
        nonlocal calls
        written.append(bytes(line))
        if line[:15] == b'{"type":"call",':
            incoming.append(b'{"type":"reply","id":%d,"ok":true,"value":{"n":[1,"x"]}}\n' % calls)
            calls += 1
            if calls % 2 or calls > 20:  # for the others the program waits in place
                asyncio.get_running_loop().call_soon(pump)
        return len(line)

    channel = Channel(read, write)
    session = Session(_NoLimits(), channel)
    pump = _pump(session.calls, channel, os._exit)
    session.calls.watched = range(OWN_FILES)
    session.calls.wait_in_place = _wait_in_place(session.calls, pump, lambda: True)

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
    pump = _pump(session.calls, channel, leave)
    session.calls.wait_in_place = _wait_in_place(session.calls, pump, _limit_reads)
    if session.boot():
        try:
            asyncio.run(_serve(session, pump, leave))
        except BaseException as error:
            # The program stopped the loop, left it by SystemExit or broke it. If the run had an
            # outcome before, the host has it and ignores this one.
            channel.write(error_frame("exception", session.describe(error)))
    leave(0)


def _pump(calls, channel, leave, blocked=BlockingIOError, gone=(ChannelClosed, OSError)):
    """Returns what reads once and answers calls. It waits if nothing has come, as long as reads do,
    and tells whether something had."""
    available_frames, answer = channel.available_frames, calls.answer

    def pump():
        try:
            frames, _ = available_frames()
            for frame in frames:
                answer(frame)
        except blocked:
            return False
        except gone:
            leave(1)  # the host is gone, or the program closed what leads to it
        return True

    return pump


def _wait_in_place(calls, pump, limit_reads, current_task=current_task, threads=thread_count):
    """Returns what a function waits with for its answer before it awaits it; calls.watched is what
    the loop watches.

    A program with one call under way and nothing else to do has nobody that the loop could turn to
    meanwhile. It reads the reply where it stands, which spares a turn of the loop.
    Whatever else the loop could have to do leaves it to the loop: a task or a timer that is due, a
    thread, a file or a signal that is watched, tasks that start before their turn, an end that has
    been asked for. What this overlooks is only held up, for as long as limit_reads lets a read take.
    """
    waiting = calls.waiting
    limited = False

    def wait(answer):
        nonlocal limited
        loop = calls.main_loop
        if len(waiting) > 1 or loop._ready or loop._scheduled or threads():
            return
        if len(calls.watched) != OWN_FILES or loop._signal_handlers or loop._task_factory or loop._stopping:
            return
        task = current_task(loop)
        if task is None or task._must_cancel or answer.get_loop() is not loop:
            return
        if not limited:
            limited = limit_reads()
        while limited and not answer.done() and pump():
            pass

    return wait


def _limit_reads(
    fd=FD,
    open_socket=socket.socket,
    option=(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, 10_000)),
    failures=OSError,
):
    """Has a read of the channel fail after ten milliseconds as one that does not wait would at once.
    False if the system does not have that."""
    try:
        end = open_socket(fileno=fd)
        try:
            end.setsockopt(*option)
        finally:
            end.detach()
    except failures:
        return False
    return True


async def _serve(session, pump, leave):
    loop = asyncio.get_running_loop()
    loop.add_reader(FD, pump)
    session.calls.watched = loop._selector.get_map()
    await session.main()
    leave(0)
