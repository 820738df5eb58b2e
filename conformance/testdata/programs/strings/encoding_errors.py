# What cannot be encoded is refused, replaced, named or escaped, as asked.
text = "naïve €"
said = [text.encode("ascii", e).decode() for e in ("ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace")]
raw = b"a\xffb\xe2\x82"
said += [raw.decode("utf-8", "replace"), raw.decode("utf-8", "ignore"), raw.decode("utf-8", "backslashreplace"), raw.decode("utf-8", "surrogateescape").encode("utf-8", "surrogateescape") == raw]
for f in (lambda: text.encode("ascii"), lambda: raw.decode(), lambda: "\ud800".encode(), lambda: b"x".decode("nonsense")):
    try:
        f()
    except (UnicodeError, LookupError) as error:
        said.append(str(error))
return said
#= ["nave ","na?ve ?","na&#239;ve &#8364;","na\\xefve \\u20ac","na\\N{LATIN SMALL LETTER I WITH DIAERESIS}ve \\N{EURO SIGN}","a�b�","ab","a\\xffb\\xe2\\x82",true,"'ascii' codec can't encode character '\\xef' in position 2: ordinal not in range(128)","'utf-8' codec can't decode byte 0xff in position 1: invalid start byte","'utf-8' codec can't encode character '\\ud800' in position 0: surrogates not allowed","unknown encoding: nonsense"]
