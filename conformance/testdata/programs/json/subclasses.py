# A Counter, a defaultdict and an OrderedDict are made plain before they are returned.
from collections import Counter, defaultdict, OrderedDict
d = defaultdict(int, a=1)
return [dict(Counter("aab")), dict(d), dict(OrderedDict(z=1, a=2)), list(range(3)), list({"k": 1}.keys()), list("ab")]
#= [{"a":2,"b":1},{"a":1},{"z":1,"a":2},[0,1,2],["k"],["a","b"]]
