"""The object that a program prints to. It has a module of its own, so that what a program reaches
by the globals of its methods is nothing that others depend on."""

from io import TextIOBase, UnsupportedOperation


class CapturedStream(TextIOBase):
    """Standard output or error of the program: text only, without a file behind it."""

    def __init__(self, write, flush):
        self._write = write
        self._flush = flush

    def write(self, text, /):
        return self._write(text)

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


CapturedStream.__module__ = "coderuntime"
