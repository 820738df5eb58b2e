# min, max, sum, any and all, with keys, defaults and nothing to look at.
said = []
for f in (lambda: max([]), lambda: min(), lambda: sum(["a"]), lambda: max([1, "a"])):
    try:
        f()
    except (TypeError, ValueError) as error:
        said.append(type(error).__name__)
return [max([], default=0), min("abc", "b"), max([1, 5, 3], key=lambda x: -x), sum([[1], [2]], []), any([]), all([]), sum([0.5, 1], 10), min([(2, "a"), (1, "z")])[1], said, list(enumerate("ab", 1)) == [(1, "a"), (2, "b")], list(reversed([1, 2])), sorted("bca", reverse=True)]
#= [0,"abc",1,[1,2],false,true,11.5,"z",["ValueError","TypeError","TypeError","TypeError"],true,[2,1],["c","b","a"]]
