# batched cuts into pieces.
# Needs Python 3.12.
from itertools import batched
return [[list(b) for b in batched("abcdefg", 3)], list(batched([], 2))]
#= [[["a","b","c"],["d","e","f"],["g"]],[]]
