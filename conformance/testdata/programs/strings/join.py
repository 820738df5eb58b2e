# join wants text and nothing else.
said = [", ".join(["a", "b"]), "".join(c for c in "abc" if c != "b"), "-".join("xyz"), ",".join({"k": 1, "l": 2}), "x".join([])]
try:
    ",".join(["a", 1])
except TypeError as error:
    said.append(str(error))
return said
#= ["a, b","ac","x-y-z","k,l","","sequence item 1: expected str instance, int found"]
