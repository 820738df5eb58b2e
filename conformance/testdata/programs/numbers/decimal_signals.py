# Decimals raise for what has no answer.
from decimal import Decimal, DivisionByZero, InvalidOperation, Inexact, localcontext
said = []
for f in (lambda: Decimal(1) / 0, lambda: Decimal(0) / 0, lambda: Decimal("x"), lambda: Decimal("NaN") > 1, lambda: Decimal(1.5) + 1.5):
    try:
        said.append(str(f()))
    except Exception as error:
        said.append(type(error).__name__)
with localcontext() as context:
    context.traps[DivisionByZero] = False
    said.append(str(Decimal(-1) / 0))
return said + [str(Decimal("NaN") + 1), str(Decimal("1E+3").normalize()), f"{Decimal('1234567.5'):,.2f}", str(Decimal("1E+3") + 0)]
#= ["DivisionByZero","InvalidOperation","InvalidOperation","InvalidOperation","TypeError","-Infinity","NaN","1E+3","1,234,567.50","1000"]
