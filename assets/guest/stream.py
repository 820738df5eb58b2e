"""The objects that a program prints to. They have a module of their own, so that what a program
reaches by the globals of their methods is nothing that others depend on."""

from io import BufferedIOBase, TextIOBase, UnsupportedOperation


class Captured:
    """What a stream has whether it takes text or bytes: nothing closes it, and no file is behind it."""

    def flush(self):
        self._flush()

    def writable(self):
        return True

    def fileno(self):
        raise UnsupportedOperation("captured output has no file descriptor")

    def close(self):
        self._flush()

    def __del__(self):
        pass


class CapturedStream(Captured, TextIOBase):
    """Standard output or error of the program: a text stream without a file behind it. It has what
    programs ask of an io.TextIOWrapper. Nothing closes it, and it stays the same stream under
    reconfigure and detach: what it writes to is the log."""

    encoding = "utf-8"
    errors = "replace"  # a surrogate is written as a question mark
    mode = "w"
    line_buffering = True  # a line is an entry as soon as it ends
    write_through = False

    def __init__(self, name, write, write_bytes, flush):
        self.name = name
        self.buffer = CapturedBytes(name, write_bytes, flush)
        self._write = write
        self._flush = flush

    def write(self, text, /):
        return self._write(text)

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        self._flush()  # as the real one does

    def detach(self):
        self._flush()
        return self.buffer


class CapturedBytes(Captured, BufferedIOBase):
    """The same stream for bytes, which are taken for UTF-8; those that are none are replaced."""

    mode = "wb"

    def __init__(self, name, write, flush):
        self.name = name
        self._write = write
        self._flush = flush

    def write(self, data, /):
        return self._write(data)


Captured.__module__ = CapturedStream.__module__ = CapturedBytes.__module__ = "coderuntime"
