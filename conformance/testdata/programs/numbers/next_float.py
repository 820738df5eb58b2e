# The neighbours of a float are one unit in the last place away.
import math, sys
return [math.nextafter(1, 2) - 1 == sys.float_info.epsilon, math.ulp(1.0) == 2 ** -52, repr(math.nextafter(0, 1)), sys.float_info.dig, sys.float_info.max_exp, sys.float_info.mant_dig, 1.0 + 2 ** -53 == 1.0, 2.0 ** 53 + 1 == 2.0 ** 53]
#= [true,true,"5e-324",15,1024,53,true,true]
