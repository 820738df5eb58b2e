# Sets unite, intersect, compare and know their subsets.
a, b = {1, 2, 3}, {3, 4}
c = set(a)
c -= {1}
c.discard(99)
try:
    c.remove(99)
except KeyError as error:
    missing = error.args[0]
return [sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a >= {1}, a < a, a.isdisjoint({9}), sorted(c), missing, {1} in {frozenset([1])}, sorted(a.union([7], (8,))), type({}).__name__, len({*"hello"}), {1, 2} == {2, 1, 1}]
#= [[1,2,3,4],[3],[1,2],[1,2,4],true,false,true,[2,3],99,true,[1,2,3,7,8],"dict",4,true]
