# Numbers that are equal have one hash, on any machine.
from decimal import Decimal
from fractions import Fraction
same = {hash(x) for x in (1, 1.0, True, Decimal(1), Fraction(1), 1 + 0j)}
halves = {hash(0.5), hash(Fraction(1, 2)), hash(Decimal("0.5"))}
return [len(same), len(halves), hash(-1), hash(7), len({1: "a", 1.0: "b", True: "c"})]
#= [1,1,-2,7,1]
