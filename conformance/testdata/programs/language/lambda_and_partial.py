# Functions are values: they are stored, composed, curried and sorted by.
from functools import partial, reduce
compose = lambda *fs: reduce(lambda f, g: lambda x: g(f(x)), fs)
ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}
power = partial(pow, 2)
words = sorted(["bb", "a", "ccc", "A"], key=lambda w: (-len(w), w.lower(), w))
return [compose(str, len, lambda n: n * 10)(12345), ops["-"](5, 3), power(10), words, list(map(max, [1, 5], [3, 2]))]
#= [50,2,1024,["ccc","bb","A","a"],[3,5]]
