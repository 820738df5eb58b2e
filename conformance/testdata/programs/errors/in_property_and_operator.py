# A traceback goes through special methods.
class Money:
    def __add__(self, other): return self.check(other)
    def check(self, other):
        if not isinstance(other, Money):
            raise TypeError(f"cannot add {type(other).__name__}")
    @property
    def cents(self): return Money() + 1
Money().cents
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 9, in __coderuntime_main__
#!   File "<model>", line 8, in cents
#!   File "<model>", line 3, in __add__
#!   File "<model>", line 6, in check
#! TypeError: cannot add int
