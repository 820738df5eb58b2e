# The name of a function in a message says where it was made.
def greet(name): return "hi " + name
greet()
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#! TypeError: __coderuntime_main__.<locals>.greet() missing 1 required positional argument: 'name'
