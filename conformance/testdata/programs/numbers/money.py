# An amount is split without a cent lost.
from decimal import Decimal
def split(total, n):
    cents = int(Decimal(total) * 100)
    base, extra = divmod(cents, n)
    return [str(Decimal(base + (i < extra)) / 100) for i in range(n)]
parts = split("100.00", 3)
return [parts, str(sum(map(Decimal, parts))), f"{Decimal('1999.9'):,.2f} €"]
#= [["33.34","33.33","33.33"],"100.00","1,999.90 €"]
