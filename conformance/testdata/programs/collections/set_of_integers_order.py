# Small integers come out of a small set in order, as their hash is their value.
return [list({3, 1, 2}), list({5, 0, 4}), repr({2, 1}), str({7}), repr(set()), repr(frozenset({1}))]
#= [[1,2,3],[0,4,5],"{1, 2}","{7}","set()","frozenset({1})"]
