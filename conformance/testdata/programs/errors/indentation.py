# A block that is missing.
if True:
return 1
#! exception
#!   File "<model>", line 3
#!     return 1
#!     ^
#! IndentationError: expected an indented block after 'if' statement on line 2
