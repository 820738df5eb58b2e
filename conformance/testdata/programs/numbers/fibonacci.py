# Fibonacci numbers, by a cache, by a loop and by a matrix, are the same.
from functools import lru_cache
@lru_cache(maxsize=None)
def cached(n): return n if n < 2 else cached(n - 1) + cached(n - 2)
def loop(n):
    a, b = 0, 1
    for _ in range(n): a, b = b, a + b
    return a
def matrix(n):
    def mul(x, y):
        return (x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3], x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3])
    result, base = (1, 0, 0, 1), (1, 1, 1, 0)
    while n:
        if n & 1: result = mul(result, base)
        base = mul(base, base)
        n >>= 1
    return result[1]
return [loop(10), str(loop(100)), cached(100) == loop(100) == matrix(100), matrix(1000) == loop(1000), cached.cache_info().misses]
#= [55,"354224848179261915075",true,true,101]
