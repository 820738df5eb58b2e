# A name that is nowhere.
return undefined_thing + 1
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! NameError: name 'undefined_thing' is not defined
