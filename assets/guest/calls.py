"""The guest's end of fd 3: frames out under one lock, replies in, calls that wait for them."""

from _thread import allocate_lock
from asyncio import Future, get_running_loop
from collections import deque
from os import read as os_read
from os import write as os_write
from sys import builtin_module_names

from coderuntime_guest.jsontext import decode, encode_text
from coderuntime_guest.protocol import FD, LARGEST_READ, MAX_OUTSTANDING_CALLS, SMALLEST_READ


# In C where the interpreter has it, for plain values; what is done here in Python is the specification.
if "_coderuntime" in builtin_module_names:
    from _coderuntime import answer as _answer_plain
    from _coderuntime import call_frame as _plain_call_frame
else:
    _answer_plain = _plain_call_frame = None


class ChannelClosed(Exception):
    """The host's end of fd 3 is gone."""


class Channel:
    """Frames over fd 3. Writing is safe from any thread, reading belongs to one."""

    def __init__(self, read=os_read, write=os_write):
        self._read = read
        self._write = write
        self.lock = allocate_lock()
        self._residual = bytearray()
        self._chunk = SMALLEST_READ
        self._searched = 0

    def write(self, line):
        """Writes one frame whole: a write may be short, and frames of threads must not mix."""
        with self.lock:
            self.write_locked(line)

    def write_locked(self, line):
        """write for a caller that holds the lock."""
        write = self._write
        written = write(FD, line)
        while written < len(line):
            line = memoryview(line)[written:]
            written = write(FD, line)

    def next_frame(self):
        """The next frame, waiting for it; raises ChannelClosed at the end of the stream."""
        while True:
            for line in self._lines():
                return decode(line)
            self._residual += self._receive()

    def available_frames(self):
        """Reads once and returns the whole frames that have come, and whether there may be more to
        read. Does not wait when something has come."""
        chunk, more = self.available()
        return self.frames_of(chunk), more

    def available(self):
        """Reads once and returns what has come, which is for frames_of, and whether there may be
        more to read."""
        size = self._chunk
        chunk = self._receive()
        return chunk, len(chunk) == size

    def is_between_frames(self):
        """Whether the next frame starts with what is read next."""
        return not self._residual

    def frames_of(self, chunk):
        """The whole frames that there are with one more chunk."""
        if not self._residual and chunk.find(b"\n") == len(chunk) - 1:
            return (decode(chunk.decode("utf-8")),)  # as it mostly is: one frame
        self._residual += chunk
        return [decode(line) for line in self._lines()]

    def _receive(self):
        chunk = self._read(FD, self._chunk)
        if not chunk:
            raise ChannelClosed
        if len(chunk) == self._chunk < LARGEST_READ:
            self._chunk *= 2
        return chunk

    def _lines(self):
        """Takes whole lines off the residual, one at a time, each searched for once."""
        residual = self._residual
        while True:
            end = residual.find(b"\n", self._searched)
            if end < 0:
                self._searched = len(residual)
                return
            line = residual[:end].decode("utf-8")
            del residual[: end + 1]
            self._searched = 0
            if line:
                yield line


def _call_frame(number, head, args):
    return b'{"type":"call","id":%d,%b%b}\n' % (number, head, args)


class Rejected(Exception):
    """The host's words for a call that failed."""


class Calls:
    """The calls of a program that the host has not answered yet."""

    def __init__(self, channel):
        self._channel = channel
        self._next = 0  # the number of the next call, used up only by a whole write
        self.waiting = {}  # number: future
        self._turns = deque()  # futures of calls that wait for a place
        self.main_loop = None
        #: What a function waits with for its answer before it awaits it, if a backend has such.
        self.wait_in_place = None

    def attach(self, loop):
        """Names the loop that replies are read on."""
        self.main_loop = loop

    def is_full(self):
        """Whether a call has to wait for room first."""
        return len(self.waiting) >= MAX_OUTSTANDING_CALLS

    async def room(self):
        """Waits until there are fewer calls than there may be."""
        while self.is_full():
            turn = Future(loop=get_running_loop())
            self._turns.append(turn)
            await turn

    def sender(self, global_name, name):
        """Returns what calls one function: given the JSON text of the argument it returns the
        future of the answer, which raises Rejected if the call fails."""
        return self._sender(global_name, name, _call_frame)

    def plain_sender(self, global_name, name):
        """Returns what calls one function: given the argument it returns the future of the answer,
        or None for one that sender has to be given the text of. Is itself None where there is
        nothing that could tell."""
        if _plain_call_frame is None:
            return None
        return self._sender(global_name, name, _plain_call_frame)

    def _sender(self, global_name, name, frame):
        head = b'"global":%b,"name":%b,"args":' % (encode_text(global_name), encode_text(name))
        lock, write, waiting = self._channel.lock, self._channel.write_locked, self.waiting
        future, running_loop = Future, get_running_loop

        def send(args):
            answer = future(loop=running_loop())
            with lock:  # numbers must reach the wire in order, from several threads too
                number = self._next
                line = frame(number, head, args)
                if line is None:
                    return None
                waiting[number] = answer
                try:
                    write(line)
                except BaseException:
                    del waiting[number]
                    raise
                self._next = number + 1
            return answer

        return send

    def take_answers(self):
        """Reads once and settles the calls whose replies have come. Returns whether there may be
        more to read; raises BlockingIOError if nothing has come."""
        channel = self._channel
        chunk, more = channel.available()
        if _answer_plain is not None and not self._turns and channel.is_between_frames():
            done = _answer_plain(chunk, self.waiting, self.main_loop)
            if done == len(chunk):
                return more
            chunk = chunk[done:]
        for frame in channel.frames_of(chunk):
            self.answer(frame)
        return more

    def answer(self, frame):
        """Settles the call that a reply is for. What is no reply, or for no call, is ignored."""
        if frame.get("type") != "reply":
            return
        future = self.waiting.pop(frame.get("id"), None)
        if future is None:
            return
        self._on_its_loop(future, frame)
        free = MAX_OUTSTANDING_CALLS - len(self.waiting)
        while self._turns and free > 0:
            turn = self._turns.popleft()
            if not turn.done():
                self._on_its_loop(turn, _TURN)
                free -= 1

    def _on_its_loop(self, future, frame):
        loop = future.get_loop()
        if loop is self.main_loop:
            _settle(future, frame)
            return
        try:
            loop.call_soon_threadsafe(_settle, future, frame)
        except BaseException:
            pass  # a loop that is closed has nobody waiting; what it raises can be rebound


_TURN = {"ok": True, "value": None}


def _settle(future, frame):
    if future.done():
        return  # cancelled meanwhile
    if frame["ok"]:
        future.set_result(frame["value"])
    else:
        future.set_exception(Rejected(frame["message"]))
