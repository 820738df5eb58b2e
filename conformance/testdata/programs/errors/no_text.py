# Exceptions without text, with one argument and with more.
said = [repr(ValueError()), str(ValueError()), repr(ValueError("a", 1)), str(KeyError("k")), str(KeyError("a", "b")), str(Exception(None)), str(OSError(2, "words", "file")).split("] ")[1], repr(ValueError("a,"))]
print(said)
raise ValueError
#> ['ValueError()', '', "ValueError('a', 1)", "'k'", "('a', 'b')", 'None', "words: 'file'", "ValueError('a,')"]
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#! ValueError
