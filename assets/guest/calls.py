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
    from _coderuntime import sender as _plain_sender
    from _coderuntime import take as _take_plain
else:
    _plain_sender = _take_plain = None


class ChannelClosed(Exception):
    """The host's end of fd 3 is gone."""


class Channel:
    """Frames over fd 3. Writing is safe from any thread, reading belongs to one."""

    def __init__(self, read=os_read, write=os_write):
        self._read = read
        self._write = write
        # What the interpreter's own code has in their place: None for the descriptor itself.
        self.read_plain = None if read is os_read else read
        self.write_plain = None if write is os_write else write
        self.lock = allocate_lock()
        self.residual = bytearray()  # of the frame that has come in part
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
            self.residual += self._receive()

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

    def frames_of(self, chunk):
        """The whole frames that there are with one more chunk."""
        if not self.residual and chunk.find(b"\n") == len(chunk) - 1:
            return (decode(chunk.decode("utf-8")),)  # as it mostly is: one frame
        self.residual += chunk
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
        residual = self.residual
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


def _head(global_name, name):
    """What stands in the frame of a call between its number and its argument."""
    return b'"global":%b,"name":%b,"args":' % (encode_text(global_name), encode_text(name))


class Rejected(Exception):
    """The host's words for a call that failed."""


class Calls:
    """The calls of a program that the host has not answered yet."""

    def __init__(self, channel):
        self._channel = channel
        self.next = 0  # the number of the next call, used up only by a whole write
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
        head = _head(global_name, name)
        lock, write, waiting = self._channel.lock, self._channel.write_locked, self.waiting
        future, running_loop = Future, get_running_loop

        def send(args):
            answer = future(loop=running_loop())
            with lock:  # numbers must reach the wire in order, from several threads too
                number = self.next
                waiting[number] = answer
                try:
                    write(b'{"type":"call","id":%d,%b%b}\n' % (number, head, args))
                except BaseException:
                    del waiting[number]
                    raise
                self.next = number + 1
            return answer

        return send

    def plain_sender(self, global_name, name):
        """Returns what calls one function: given the argument it returns the future of the answer,
        or None for one that sender has to be given the text of. Is itself None where there is
        nothing that could tell."""
        if _plain_sender is None:
            return None
        return _plain_sender(self, _head(global_name, name), Future, get_running_loop, self._channel.write_plain)

    def take_answers(self, blocked=BlockingIOError):
        """Settles the calls whose replies have come, and waits for none."""
        if not self.waiting:
            return
        channel = self._channel
        if _take_plain is not None and not self._turns and not channel.residual:
            rest = _take_plain(self.waiting, self.main_loop, channel.read_plain)
            if rest is None:
                return
            if not rest:
                raise ChannelClosed
            for frame in channel.frames_of(rest):
                self.answer(frame)
        try:
            more = True
            while more:
                chunk, more = channel.available()
                for frame in channel.frames_of(chunk):
                    self.answer(frame)
        except blocked:
            pass

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
