# The functions of mathematics refuse what they have no value for.
import math
said = []
for f in (lambda: math.sqrt(-1) or 0, lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.acos(2), lambda: 1 // 0, lambda: 1 % 0.0, lambda: 0 ** -1, lambda: 2.0 ** 5000, lambda: int(float("inf")), lambda: int(float("nan")), lambda: float(10 ** 400)):
    try:
        f()
    except (ValueError, ArithmeticError) as error:
        said.append(type(error).__name__)
return said
#= ["ValueError","OverflowError","ValueError","ValueError","ZeroDivisionError","ZeroDivisionError","ZeroDivisionError","OverflowError","OverflowError","ValueError","OverflowError"]
