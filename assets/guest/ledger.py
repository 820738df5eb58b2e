"""What a program prints: captured line by line, charged to one budget, sent at once."""

import sys
from _codecs import utf_8_decode
from _thread import RLock

from coderuntime_guest.jsontext import encode_log_text, encode_text
from coderuntime_guest.protocol import truncation_marker
from coderuntime_guest.stream import CapturedStream

#: Pieces of an unfinished line that are held before they are joined into one.
_PIECES = 1024

#: Characters that are spelled out without being measured first, and how many are measured at once.
_LONG = 1 << 20
_CHUNK = 1 << 16

#: What a log entry costs beyond its content: two quotes and a separator.
_ENVELOPE = 3


class Ledger:
    """The budget for captured output and the frames that spend it.

    An entry costs its JSON string and one byte. An entry may arrive in parts: a flushed tail is
    sent "open", and what follows in the same stream continues it and costs only its content.
    """

    def __init__(self, send):
        self.lock = RLock()
        self.left = self._max_log_bytes = 0
        self.truncated = False
        self.open_stream = None
        self.names = iter(("stdout", "stderr"))
        self._send = send

    def open(self, max_log_bytes):
        """Gives the ledger its budget."""
        self._max_log_bytes = max_log_bytes
        self.left = max_log_bytes - 1

    def room(self, stream):
        """How many more characters of stream may be held without being sure to overflow."""
        return self.left - (0 if self.open_stream is stream else _ENVELOPE)

    def push(self, stream, text, is_open):
        """Sends one entry, or one part of it, or truncates. The caller holds the lock."""
        if self.truncated:
            return
        if self.open_stream not in (None, stream):
            self._frame(b'""', False)  # the other stream's entry ends here
            self.open_stream = None
        room = self.room(stream)
        if len(text) > room:
            self._truncate()
            return
        if len(text) > _LONG and _costs_more(text, room):
            self._truncate()
            return
        content = encode_log_text(text)
        if len(content) - 2 > room:
            self._truncate()
            return
        self.left = room - (len(content) - 2)
        self.open_stream = stream if is_open else None
        self._frame(content, is_open)

    def _frame(self, content, is_open):
        self._send(b'{"type":"log","text":%b%b}\n' % (content, b',"open":true' if is_open else b""))

    def _truncate(self):
        self.truncated = True
        marker = encode_text(truncation_marker(self._max_log_bytes))
        self._send(b'{"type":"log","text":%b,"truncated":true}\n' % marker)


def _costs_more(text, room):
    """Whether text as encode_log_text spells it, less its quotes, is longer than room. No more of it
    than a chunk is spelled at once, and none behind the room."""
    for start in range(0, len(text), _CHUNK):
        room -= len(encode_log_text(text[start : start + _CHUNK])) - 2
        if room < 0:
            return True
    return False


def open_stream(ledger):
    """Returns a stream that writes to the ledger, and the function that sends what it holds in the
    end. The first stream of a ledger is standard output, the second standard error.

    The state lives in closures, so that a program which rebinds what it can reach on the stream
    changes neither of them.
    """
    lock = ledger.lock
    name = next(ledger.names)
    pending = []
    held = 0  # characters in pending
    partial = b""  # the bytes of a character that is not whole yet
    key = object()

    def write(text):
        nonlocal held
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        size = len(text)
        with lock:
            if partial:
                end_character()
            start = 0
            while not ledger.truncated:
                end = text.find("\n", start)
                stop = size if end < 0 else end
                # One character over what fits is enough to overflow: more is not copied.
                stop_held = min(stop, start + max(ledger.room(key) - held, 0) + 1)
                if stop_held > start:
                    pending.append(text[start:stop_held])
                    held += stop_held - start
                    if len(pending) > _PIECES:
                        pending[:] = ["".join(pending)]
                if end < 0:
                    if pending and held > ledger.room(key):
                        send(False)
                    break
                send(False)
                start = end + 1
            if ledger.truncated:
                pending.clear()
                held = 0
        return size

    def write_bytes(data):
        try:
            view = memoryview(data)
        except TypeError:
            raise TypeError(f"a bytes-like object is required, not {type(data).__name__!r}") from None
        if not (view.c_contiguous and view.ndim == view.itemsize == 1):
            view = memoryview(view.tobytes())
        with lock:
            for start in range(0, len(view), _CHUNK):
                if ledger.truncated:
                    break
                decode(partial + view[start : start + _CHUNK], False)
        return len(view)

    def decode(data, is_end):
        nonlocal partial
        text, decoded = utf_8_decode(data, "replace", is_end)
        partial = b""  # or write would end the character
        write(text)
        partial = data[decoded:]

    def end_character():
        decode(partial, True)

    def send(is_open):
        nonlocal held
        text = pending[0] if len(pending) == 1 else "".join(pending)
        pending.clear()
        held = 0
        ledger.push(key, text, is_open)

    def flush():
        with lock:
            if pending and not ledger.truncated:
                send(True)

    def settle():
        # What the program put in the place of the stream may hold text for it, as a TextIOWrapper
        # around its buffer does.
        front = getattr(sys, name, None)
        if front is not stream:
            try:
                front.flush()
            except BaseException:
                pass  # the program's own loss
        with lock:
            if partial:
                end_character()
            if pending and not ledger.truncated:
                send(False)

    stream = CapturedStream(f"<{name}>", write, write_bytes, flush)
    return stream, settle
