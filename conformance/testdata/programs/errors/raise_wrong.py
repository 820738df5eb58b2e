# Only exceptions can be raised.
try:
    raise "text"
except TypeError as error:
    print(error)
try:
    raise ValueError("x") from "y"
except TypeError as error:
    print(error)
raise
#> exceptions must derive from BaseException
#> exception causes must derive from BaseException
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 10, in __coderuntime_main__
#! RuntimeError: No active exception to reraise
