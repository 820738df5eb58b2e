# Fractions reduce, compare exactly and approximate.
from fractions import Fraction as F
total = sum((F(1, n) for n in range(1, 11)), F(0))
return [str(F(6, -8)), str(total), str(F("0.125")), str(F(0.1))[:8], str(F(3.141592653589793).limit_denominator(1000)), F(1, 3) + F(1, 6) == F(1, 2), F(7, 2) // 1, str(F(7, 2) % 1), str(F(1, 2) ** 3), round(F(5, 2)), F(1, 2) == 0.5]
#= ["-3/4","7381/2520","1/8","36028797","355/113",true,3,"1/2","1/8",2,true]
