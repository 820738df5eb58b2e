# Dividing by zero.
total, count = 10, 0
print("before")
return total / count
#> before
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#! ZeroDivisionError: division by zero
