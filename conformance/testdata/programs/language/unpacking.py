# Starred targets take what is left, nested ones fit their shape.
first, *middle, last = range(5)
(a, b), *rest = [(1, 2), 3, 4]
head, *none = "x"
merged = {**{"a": 1, "b": 2}, "b": 3}
return [first, middle, last, a, b, rest, head, none, merged, [*"ab", *range(2)]]
#= [0,[1,2,3],4,1,2,[3,4],"x",[],{"a":1,"b":3},["a","b",0,1]]
