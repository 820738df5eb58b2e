# A traceback through a comprehension is the same, whether or not it has a frame of its own.
def half(x): return 1 / x
return [half(x) for x in (1, 0)]
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#!   File "<model>", line 2, in half
#! ZeroDivisionError: division by zero
