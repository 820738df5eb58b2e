# A failed assertion shows its message.
def check(n):
    assert n > 0, f"n must be positive, got {n}"
check(-1)
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#!   File "<model>", line 3, in check
#! AssertionError: n must be positive, got -1
