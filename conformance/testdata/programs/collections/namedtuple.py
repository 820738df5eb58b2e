# A namedtuple has names, defaults, replacements and a repr.
from collections import namedtuple
P = namedtuple("P", "x y z", defaults=[0])
p = P(1, y=2)
try:
    P(1)
except TypeError as error:
    said = "missing" in str(error)
return [repr(p), p._asdict(), list(p), p[1], p._replace(x=5).x, list(P._fields), said, p == (1, 2, 0), list(namedtuple("Q", ["a", "class"], rename=True)._fields)]
#= ["P(x=1, y=2, z=0)",{"x":1,"y":2,"z":0},[1,2,0],2,5,["x","y","z"],true,true,["a","_1"]]
