# A dict keeps the order of insertion; updating keeps the place, deleting and inserting moves.
d = {"b": 1, "a": 2, "c": 3}
d["b"] = 9
del d["a"]
d["a"] = 0
d |= {"d": 4, "c": 5}
return [list(d), list(d.values()), list(reversed(d)), d.popitem() == ("d", 4), {**d, "z": 1} | {"b": 0}, {"x": 1, "y": 2} == {"y": 2, "x": 1}]
#= [["b","c","a","d"],[9,5,0,4],["d","a","c","b"],true,{"b":0,"c":5,"a":0,"z":1},true]
