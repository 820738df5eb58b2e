# Decimals compute to as many digits as are asked for.
from decimal import Decimal, getcontext
getcontext().prec = 50
def pi():
    # the recipe of the decimal documentation
    three = Decimal(3)
    last, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
    while s != last:
        last = s
        n, na = n + na, na + 8
        d, da = d + da, da + 32
        t = (t * n) / d
        s += t
    return s
root = Decimal(2).sqrt()
return [str(pi())[:42], str(root), abs(root * root - 2) < Decimal("1e-48"), str(Decimal(1).exp())[:20], str(Decimal(10).ln())[:12]]
#= ["3.1415926535897932384626433832795028841971","1.4142135623730950488016887242096980785696718753769",true,"2.718281828459045235","2.3025850929"]
