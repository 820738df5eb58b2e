# A parenthesis that is never closed.
x = 1
print("a", (x
y = 2
#! exception
#!   File "<model>", line 3
#!     print("a", (x
#!                ^
#! SyntaxError: '(' was never closed
