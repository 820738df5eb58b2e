# Caches, reduction, dispatch by type, cached properties and total orders.
from functools import reduce, lru_cache, cache, singledispatch, cached_property, total_ordering, partialmethod
calls = []
@lru_cache(maxsize=2)
def f(x):
    calls.append(x)
    return x * x
for x in (1, 2, 1, 3, 2): f(x)
@singledispatch
def show(x): return "?"
@show.register
def _(x: int): return "int"
@show.register(list)
def _(x): return "list"
class C:
    @cached_property
    def v(self):
        calls.append("v")
        return 1
@total_ordering
class V:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
c = C()
return [c.v + c.v, calls, list(f.cache_info()), [show(1), show([]), show(True), show("")], V(1) <= V(1), V(2) > V(1), reduce(lambda a, b: a * 10 + b, [1, 2, 3]), reduce(max, [], -1)]
#= [2,[1,2,3,2,"v"],[1,4,2,2],["int","list","int","?"],true,true,123,-1]
