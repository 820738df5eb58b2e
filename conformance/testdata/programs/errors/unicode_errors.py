# Text that is not what it is said to be.
b"caf\xe9".decode("utf-8")
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3: unexpected end of data
