# Products, permutations and combinations come in order.
from itertools import product, permutations, combinations, combinations_with_replacement
j = lambda it: ["".join(map(str, t)) for t in it]
return [j(product("ab", [0, 1])), j(permutations("abc", 2)), j(combinations("abcd", 2)), j(combinations_with_replacement("ab", 2)), len(list(product(range(3), repeat=4))), j(permutations("")), j(combinations("ab", 3)), sum(1 for _ in permutations(range(6)))]
#= [["a0","a1","b0","b1"],["ab","ac","ba","bc","ca","cb"],["ab","ac","ad","bc","bd","cd"],["aa","ab","bb"],81,[""],[],720]
