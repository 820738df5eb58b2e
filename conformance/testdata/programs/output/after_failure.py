# What was printed before a failure is kept, the unfinished line too.
print("working")
print("half", end="")
raise ValueError("stop")
#> working
#> half
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#! ValueError: stop
