# An attribute that is nearly right is an AttributeError.
return [1].apend(2)
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! AttributeError: 'list' object has no attribute 'apend'
