# raise from None hides what went before.
try:
    {}["x"]
except KeyError:
    raise LookupError("nothing there") from None
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 5, in __coderuntime_main__
#! LookupError: nothing there
