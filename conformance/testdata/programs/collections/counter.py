# A Counter counts, adds, subtracts and ranks.
from collections import Counter
c = Counter("abracadabra")
d = Counter(a=1, z=2)
c2 = c - d
return [dict(c), c["q"], [list(p) for p in c.most_common(2)], dict(c + d)["z"], c2["a"], (c & d)["a"], (c | d)["z"], sum(c.values()), sorted(Counter(x=2, y=-1).elements()), dict(+Counter(x=2, y=-1)), Counter(["a"]) == Counter("a")]
#= [{"a":5,"b":2,"r":2,"c":1,"d":1},0,[["a",5],["b",2]],2,4,1,2,11,["x","x"],{"x":2},true]
