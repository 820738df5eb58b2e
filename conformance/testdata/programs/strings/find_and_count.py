# find tells -1 and index raises, and the empty text is everywhere.
s = "banana"
try:
    s.index("x")
except ValueError as error:
    said = str(error)
return [s.find("an"), s.rfind("an"), s.find("x"), s.find("an", 2), s.count("a"), s.count("ana"), s.count(""), "".find(""), s.find("", 6), s.find("", 7), "nan" in s, s.startswith(("x", "ba")), s.endswith("na", 0, 4), said]
#= [1,3,-1,3,3,1,7,0,6,-1,true,true,true,"substring not found"]
