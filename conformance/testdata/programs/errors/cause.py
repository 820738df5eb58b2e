# A cause is told before what it caused.
def load():
    try:
        return {}["key"]
    except KeyError as error:
        raise RuntimeError("cannot load") from error
load()
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in load
#! KeyError: 'key'
#!
#! The above exception was the direct cause of the following exception:
#!
#! Traceback (most recent call last):
#!   File "<model>", line 7, in __coderuntime_main__
#!   File "<model>", line 6, in load
#! RuntimeError: cannot load
