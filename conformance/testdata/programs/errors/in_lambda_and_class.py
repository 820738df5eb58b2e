# A traceback names lambdas, methods and class bodies.
class Shop:
    def price(self, f): return f()
def make():
    class Broken:
        x = Shop().price(lambda: 1 / 0)
make()
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 7, in __coderuntime_main__
#!   File "<model>", line 5, in make
#!   File "<model>", line 6, in Broken
#!   File "<model>", line 3, in price
#!   File "<model>", line 6, in <lambda>
#! ZeroDivisionError: division by zero
