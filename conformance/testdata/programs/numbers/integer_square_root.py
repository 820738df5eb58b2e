# isqrt is exact where sqrt is not.
import math
n = 10 ** 40 + 1
return [math.isqrt(n) == 10 ** 20, int(math.sqrt((10 ** 17 + 1) ** 2)) == 10 ** 17 + 1, math.isqrt((10 ** 17 + 1) ** 2) == 10 ** 17 + 1, math.comb(50, 25), math.perm(10, 3), math.prod(range(1, 11))]
#= [true,false,true,126410606437752,720,3628800]
