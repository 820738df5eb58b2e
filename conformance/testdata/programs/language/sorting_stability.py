# Sorting is stable, takes a key, and cmp_to_key takes an old comparison.
from functools import cmp_to_key
rows = [("b", 2), ("a", 2), ("c", 1)]
by_number = sorted(rows, key=lambda r: r[1])
both = sorted(rows, key=lambda r: (-r[1], r[0]))
largest = "".join(sorted(["3", "30", "34", "5", "9"], key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1)))
try:
    sorted([1, "a"])
except TypeError as error:
    said = str(error)
return ["".join(r[0] for r in by_number), "".join(r[0] for r in both), "".join(r[0] for r in sorted(rows, key=lambda r: r[1], reverse=True)), largest, said]
#= ["cba","abc","bac","9534330","'<' not supported between instances of 'str' and 'int'"]
