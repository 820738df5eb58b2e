# The functions of mathematics have their known values.
import math
r = lambda x: round(x, 12)
return [r(math.sin(math.pi / 6)), r(math.atan2(1, -1) / math.pi), r(math.log(math.e ** 3)), math.log2(2 ** 50), math.log10(1000), r(math.hypot(3, 4)), math.floor(-1.5), math.ceil(-1.5), math.trunc(-1.5), r(math.gamma(5)), r(math.erf(0)), list(math.modf(2.5)), list(math.frexp(8)), math.fmod(-7, 3), math.remainder(7, 4), r(math.degrees(math.pi)), math.dist([0, 0], [3, 4])]
#= [0.5,0.75,3,50,3,5,-2,-1,-1,24,0,[0.5,2],[0.5,4],-1,-1,180,5]
