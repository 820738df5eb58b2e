# A group is told with its members.
# Needs Python 3.11.
def fail(n): raise ValueError(n)
errors = []
for n in range(2):
    try:
        fail(n)
    except ValueError as error:
        errors.append(error)
raise ExceptionGroup("both", errors + [KeyError("k")])
#! exception
#!   + Exception Group Traceback (most recent call last):
#!   |   File "<model>", line 10, in __coderuntime_main__
#!   | ExceptionGroup: both (3 sub-exceptions)
#!   +-+---------------- 1 ----------------
#!     | Traceback (most recent call last):
#!     |   File "<model>", line 7, in __coderuntime_main__
#!     |   File "<model>", line 3, in fail
#!     | ValueError: 0
#!     +---------------- 2 ----------------
#!     | Traceback (most recent call last):
#!     |   File "<model>", line 7, in __coderuntime_main__
#!     |   File "<model>", line 3, in fail
#!     | ValueError: 1
#!     +---------------- 3 ----------------
#!     | KeyError: 'k'
#!     +------------------------------------
