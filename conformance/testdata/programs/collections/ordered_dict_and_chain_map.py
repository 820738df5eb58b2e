# An OrderedDict moves and minds the order, a ChainMap looks from scope to scope.
from collections import OrderedDict, ChainMap
o = OrderedDict(a=1, b=2, c=3)
o.move_to_end("a")
o.move_to_end("c", last=False)
first = o.popitem(last=False)
scope = ChainMap({"x": 1}, {"x": 2, "y": 3})
scope["y"] = 9
return [list(o), list(first), OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1), scope["x"], scope.parents["y"], scope.maps[0], sorted(scope)]
#= [["b","a"],["c",3],false,true,1,3,{"x":1,"y":9},["x","y"]]
