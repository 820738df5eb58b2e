# A stream reader is fed by the program and read line by line.
import asyncio
reader = asyncio.StreamReader()
reader.feed_data(b"one\ntw")
reader.feed_data(b"o\n12345")
reader.feed_eof()
try:
    lines = [await reader.readline(), await reader.readuntil(b"\n"), await reader.readexactly(2)]
    await reader.readexactly(10)
except asyncio.IncompleteReadError as error:
    return [[l.decode() for l in lines], error.partial.decode(), error.expected, reader.at_eof()]
#= [["one\n","two\n","12"],"345",10,true]
