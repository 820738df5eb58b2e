# A missing colon is a syntax error at its place.
def f(x)
    return x
#! exception
#!   File "<model>", line 2
#!     def f(x)
#!             ^
#! SyntaxError: expected ':'
