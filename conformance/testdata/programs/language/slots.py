# A class with slots refuses other attributes and has no dict.
class P:
    __slots__ = ("x",)
p = P()
p.x = 1
try:
    p.y = 2
except AttributeError:
    return [p.x, hasattr(p, "__dict__"), hasattr(p, "y")]
#= [1,false,false]
