# Methods bind to the instance, to the class or to nothing.
class Date:
    def __init__(self, y): self.y = y
    @classmethod
    def parse(cls, text): return cls(int(text))
    @staticmethod
    def leap(y): return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    def __call__(self, n): return self.y + n
class Sub(Date): pass
d = Sub.parse("2024")
bound = d.__call__
return [type(d).__name__, Date.leap(1900), d.leap(2000), d(1), bound(2), Date.__call__(d, 3), callable(d), bound.__self__ is d]
#= ["Sub",false,true,2025,2026,2027,true,true]
