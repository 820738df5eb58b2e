# Lines that repeat are counted.
import sys
sys.setrecursionlimit(100)
def down(n):
    if n == 0: raise ValueError("bottom")
    down(n - 1)
down(20)
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 7, in __coderuntime_main__
#!   File "<model>", line 6, in down
#!   File "<model>", line 6, in down
#!   File "<model>", line 6, in down
#!   [Previous line repeated 17 more times]
#!   File "<model>", line 5, in down
#! ValueError: bottom
