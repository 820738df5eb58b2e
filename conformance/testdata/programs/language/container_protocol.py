# A class with __len__ and __getitem__ can be iterated, indexed, sliced and searched.
class Squares:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -self.n <= i < self.n:
            raise IndexError(i)
        return (i % self.n) ** 2
s = Squares(5)
return [list(s), s[-1], s[1:4], s[::-2], 9 in s, 10 in s, bool(Squares(0)), list(reversed(s))]
#= [[0,1,4,9,16],16,[1,4,9],[16,4,0],true,false,false,[16,9,4,1,0]]
