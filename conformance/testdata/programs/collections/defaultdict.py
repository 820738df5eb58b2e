# A defaultdict makes what is missing when it is indexed, not when it is asked.
from collections import defaultdict
d = defaultdict(list)
d["a"].append(1)
tree = lambda: defaultdict(tree)
t = tree()
t["x"]["y"]["z"] = 1
n = defaultdict(int)
for c in "hello":
    n[c] += 1
return [d.get("b"), "b" in d, d["b"], "b" in d, t["x"]["y"]["z"], dict(n), repr(d)]
#= [null,false,[],true,1,{"h":1,"e":1,"l":2,"o":1},"defaultdict(<class 'list'>, {'a': [1], 'b': []})"]
