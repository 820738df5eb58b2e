# The text of an exception may have lines.
raise RuntimeError("first\n  second\n\nlast é😀")
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! RuntimeError: first
#!   second
#!
#! last é😀
