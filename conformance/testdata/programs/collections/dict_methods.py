# The methods of a dict.
d = dict(a=1, b=2)
said = [d.get("x"), d.get("x", 0), d.setdefault("c", []), d.setdefault("a", 9), d.pop("b"), d.pop("b", "gone"), dict.fromkeys("ab", 0), dict([("k", 1)]), "a" in d, len(d)]
d["c"].append(5)
d.update({"e": 1}, f=2)
try:
    d["nope"]
except KeyError as error:
    said.append(str(error))
try:
    {}.popitem()
except KeyError as error:
    said.append(str(error))
return [said, d]
#= [[null,0,[5],1,2,"gone",{"a":0,"b":0},{"k":1},true,2,"'nope'","'popitem(): dictionary is empty'"],{"a":1,"c":[5],"e":1,"f":2}]
