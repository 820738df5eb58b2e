# Views follow their dict and combine as sets.
a, b = {"x": 1, "y": 2}, {"y": 2, "z": 3}
keys = a.keys()
a["w"] = 0
return [list(keys), sorted(a.keys() & b.keys()), sorted(a.keys() | b), sorted(a.keys() - b.keys()), sorted(k for k, v in a.items() & b.items()), sorted(keys ^ b.keys()), ("x", 1) in a.items(), 2 in a.values()]
#= [["x","y","w"],["y"],["w","x","y","z"],["w","x"],["y"],["w","x","z"],true,true]
