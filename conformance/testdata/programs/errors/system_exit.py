# Leaving early is an exception that names the status.
import sys
print("bye")
sys.exit("nothing to do")
#> bye
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#! SystemExit: nothing to do
