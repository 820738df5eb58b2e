# The recursion limit is a thousand, can be set, and is told when it is reached.
import sys
def depth(n=1):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
before, limit = depth(), sys.getrecursionlimit()
sys.setrecursionlimit(300)
after = depth()
return [limit, 900 < before < 1000, 200 < after < 300]
#= [1000,true,true]
