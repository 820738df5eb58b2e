# Groups need order, pairs overlap, and tee shares one source.
from itertools import groupby, pairwise, tee, zip_longest, starmap, compress, filterfalse
rows = [("a", 1), ("a", 2), ("b", 3), ("a", 4)]
x, y = tee(iter([1, 2, 3]))
next(y)
return [[[k, [v for _, v in g]] for k, g in groupby(rows, key=lambda r: r[0])], [list(p) for p in pairwise("abc")], [list(p) for p in zip(x, y)], [list(p) for p in zip_longest("ab", "x", fillvalue="-")], list(starmap(pow, [(2, 3), (3, 2)])), "".join(compress("abcd", [1, 0, 1, 0])), list(filterfalse(lambda n: n % 2, range(5)))]
#= [[["a",[1,2]],["b",[3]],["a",[4]]],[["a","b"],["b","c"]],[[1,2],[2,3]],[["a","x"],["b","-"]],[8,9],"ac",[0,2,4]]
