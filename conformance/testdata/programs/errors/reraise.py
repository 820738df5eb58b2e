# A bare raise keeps the first line, raising again adds one.
def inner(): raise ValueError("deep")
def outer():
    try:
        inner()
    except ValueError:
        raise
try:
    outer()
except ValueError as error:
    kept = error
raise kept
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 12, in __coderuntime_main__
#!   File "<model>", line 9, in __coderuntime_main__
#!   File "<model>", line 5, in outer
#!   File "<model>", line 2, in inner
#! ValueError: deep
