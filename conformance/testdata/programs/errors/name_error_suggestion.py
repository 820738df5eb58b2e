# A name that is nearly right is a NameError.
counter = 1
return countr + 1
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#! NameError: name 'countr' is not defined
