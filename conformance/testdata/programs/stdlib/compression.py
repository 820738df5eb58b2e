# What is compressed comes back, in every format.
import zlib, gzip, bz2, lzma, io
text = b"abc" * 10_000
said = [m.decompress(m.compress(text)) == text for m in (zlib, gzip, bz2, lzma)]
small = [len(m.compress(text)) < 400 for m in (zlib, gzip, bz2, lzma)]
buffer = io.BytesIO()
with gzip.open(buffer, "wt", encoding="utf-8") as f: f.write("línea\n")
d = zlib.decompressobj()
parts = b"".join(d.decompress(bytes([c])) for c in zlib.compress(b"piecewise"))
errors = []
for bad in (lambda: zlib.decompress(b"junk"), lambda: gzip.decompress(b"junk"), lambda: bz2.decompress(b"junk"), lambda: lzma.decompress(b"junk")):
    try:
        bad()
    except (zlib.error, OSError, lzma.LZMAError) as error:
        errors.append(type(error).__name__)
return [said, small, gzip.decompress(buffer.getvalue()).decode(), parts.decode(), errors]
#= [[true,true,true,true],[true,true,true,true],"línea\n","piecewise",["error","BadGzipFile","OSError","LZMAError"]]
