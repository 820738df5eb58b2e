# Only what can be hashed is a key, and equal keys are one.
d = {(1, 2): "t", frozenset("ab"): "f", None: "n", 1: "i", 1.0: "x", "1": "s"}
said = []
for key in ([1], {}, {1}, (1, [2])):
    try:
        d[key] = 1
    except TypeError as error:
        said.append(type(key).__name__)
class K:
    def __hash__(self): return 1
    def __eq__(self, other): return False
return [d[1, 2], d[frozenset("ba")], d[True], len(d), said, len({K(), K()})]
#= ["t","f","x",5,["list","dict","set","tuple"],2]
