# Lines of the library are left out between lines of the program.
import functools, json
class Encoder(json.JSONEncoder):
    def default(self, o): raise TypeError(f"what is {type(o).__name__}?")
functools.reduce(lambda a, b: json.dumps({1, 2}, cls=Encoder), [1, 2])
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 5, in __coderuntime_main__
#!   File "<model>", line 5, in <lambda>
#!   File "<model>", line 4, in default
#! TypeError: what is set?
