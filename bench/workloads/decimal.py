# Money and a series, in decimal arithmetic of 28 and 60 digits.
# answer: ["1683.94","17879.917458719596163774599271"]
from decimal import Decimal, ROUND_HALF_UP, localcontext

cent = Decimal("0.01")
balance = Decimal("1000.00")
for month in range(1, 90001):
    interest = (balance * Decimal("0.0123") / 12).quantize(cent, ROUND_HALF_UP)
    balance = (balance + interest - Decimal(month % 50) / 100).quantize(cent)
    if balance > 5000:
        balance -= 4000
with localcontext() as context:
    context.prec = 60
    term = total = Decimal(1)
    for n in range(1, 16000):
        term = term / (n % 45 + 1) + 1
        total += term.sqrt() if n % 10 == 0 else term
return [str(balance), str(total)[:30]]
