# Endless iterators are cut to size.
from itertools import count, cycle, repeat, islice, takewhile, dropwhile, accumulate, chain
import operator
return [list(islice(count(10, 5), 3)), "".join(islice(cycle("ab"), 5)), list(repeat(7, 2)), list(takewhile(lambda x: x < 3, count())), list(dropwhile(lambda x: x < 3, [1, 5, 2])), list(accumulate([1, 2, 3, 4], operator.mul)), list(accumulate([1, 2], initial=10)), list(chain("ab", [1])), list(chain.from_iterable([[1], [2, 3]])), list(islice("abcdef", 1, None, 2))]
#= [[10,15,20],"ababa",[7,7],[0,1,2],[5,2],[1,2,6,24],[10,11,13],["a","b",1],[1,2,3],["b","d","f"]]
