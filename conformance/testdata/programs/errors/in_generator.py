# A traceback goes through generators, and their callers.
def numbers():
    yield 1
    raise ValueError("no more")
def total():
    return sum(numbers())
total()
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 7, in __coderuntime_main__
#!   File "<model>", line 6, in total
#!   File "<model>", line 4, in numbers
#! ValueError: no more
