# Infinities and not a number follow the rules of IEEE 754.
import math
inf, nan = float("inf"), float("nan")
return [str(inf - inf), inf > 10 ** 400, inf == inf * 2, str(0 * inf), nan != nan, min(1, inf), math.isnan(max(nan, 1)), max(1, nan), str(math.copysign(1, -0.0)), -0.0 == 0.0, str(float("-Infinity")), math.isinf(1e308 * 10)]
#= ["nan",true,true,"nan",true,1,true,1,"-1.0",true,"-inf",true]
