# Streams in memory read, seek, wrap text and count lines.
import io
s = io.StringIO("a\nb\r\nc")
b = io.BytesIO(b"0123456789")
b.seek(-3, 2)
tail = b.read()
t = io.TextIOWrapper(io.BytesIO("é\r\nx".encode()), encoding="utf-8")
r = io.BufferedReader(io.BytesIO(b"peek"))
try:
    io.StringIO().write(b"x")
except TypeError:
    refused = True
c = io.StringIO()
c.close()
try:
    c.read()
except ValueError as error:
    closed = str(error)
return [s.readline(), s.read(2), s.tell(), list(s), tail.decode(), b.getvalue()[:2].decode(), t.read(), r.peek(2)[:4].decode(), r.read().decode(), refused, closed]
#= ["a\n","b\r",4,["\n","c"],"789","01","é\nx","peek","peek",true,"I/O operation on closed file"]
