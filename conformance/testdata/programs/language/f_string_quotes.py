# A format string may hold the quotes that it is in.
# Needs Python 3.12.
d = {"k": [1, 2]}
return f"{d["k"][0]} {", ".join(str(x) for x in d["k"])} {f"{f"{1 + 1}"}"}"
#= "1 1, 2 2"
