# An iterator class counts down, and iter with a sentinel stops at it.
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n + 1
c = Countdown(3)
stream = iter([1, 2, 3, 0, 4])
return [list(c), list(c), list(iter(lambda: next(stream), 0)), [list(p) for p in zip("ab", range(5))], next(iter([]), "none")]
#= [[3,2,1],[],[1,2,3],[["a",0],["b",1]],"none"]
