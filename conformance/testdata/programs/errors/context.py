# An exception in a handler is told with the one that was being handled.
try:
    int("x")
except ValueError:
    undefined
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#! ValueError: invalid literal for int() with base 10: 'x'
#!
#! During handling of the above exception, another exception occurred:
#!
#! Traceback (most recent call last):
#!   File "<model>", line 5, in __coderuntime_main__
#! NameError: name 'undefined' is not defined
