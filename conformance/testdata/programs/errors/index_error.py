# An index out of range.
return [1, 2, 3][3]
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! IndexError: list index out of range
