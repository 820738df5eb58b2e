# Operators fall back to the reflected method of the other operand.
class Metres:
    def __init__(self, n): self.n = n
    def __add__(self, other):
        return Metres(self.n + other.n) if isinstance(other, Metres) else NotImplemented
    def __radd__(self, other): return self if other == 0 else NotImplemented
    def __mul__(self, k): return Metres(self.n * k)
    __rmul__ = __mul__
    def __eq__(self, other): return isinstance(other, Metres) and self.n == other.n
    def __lt__(self, other): return self.n < other.n
    def __neg__(self): return Metres(-self.n)
    def __matmul__(self, other): return self.n * other.n
a, b = Metres(2), Metres(3)
try:
    a + 1
except TypeError as error:
    text = str(error)
return [sum([a, b]).n, (2 * a).n, a == Metres(2), a != b, a > b, (-a).n, a @ b, text, a.__hash__ is None]
#= [5,4,true,true,false,-2,6,"unsupported operand type(s) for +: 'Metres' and 'int'",true]
