# Powers and inverses are computed modulo a number.
import math
p = 2 ** 61 - 1
inverse = pow(3, -1, p)
try:
    pow(2, -1, 4)
except ValueError as error:
    said = str(error)
return [pow(3, 200, 13), 3 * inverse % p, pow(7, p - 1, p), math.gcd(84, 36, 120), math.lcm(4, 6, 10), said]
#= [9,1,1,12,60,"base is not invertible for the given modulus"]
