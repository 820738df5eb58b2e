# Decimals add as on paper, keep their zeros and round as told.
from decimal import Decimal, getcontext, localcontext, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN
cent = Decimal("0.01")
price = Decimal("2.675")
with localcontext() as context:
    context.prec = 5
    third = Decimal(1) / 3
return [str(Decimal("0.1") + Decimal("0.2")), str(price.quantize(cent, ROUND_HALF_UP)), str(price.quantize(cent)), str(price.quantize(cent, ROUND_DOWN)), str(third), str(Decimal("1.10") + 1), str(Decimal(0.1))[:12], str(Decimal(1) / 7), getcontext().prec]
#= ["0.3","2.68","2.68","2.67","0.33333","2.10","0.1000000000","0.1428571428571428571428571429",28]
