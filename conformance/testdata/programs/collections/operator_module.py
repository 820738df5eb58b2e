# The operator module has functions for what the syntax does.
from operator import itemgetter, attrgetter, methodcaller, add, contains
rows = [{"n": "b", "v": 1}, {"n": "a", "v": 1}]
return [[r["n"] for r in sorted(rows, key=itemgetter("v", "n"))], itemgetter(1, -1)("abc") == ("b", "c"), attrgetter("real")(3), methodcaller("split", ",")("a,b"), contains([1], 1), add("a", "b"), max({"x": 3, "y": 7}.items(), key=itemgetter(1))[0]]
#= [["a","b"],true,3,["a","b"],true,"ab","y"]
