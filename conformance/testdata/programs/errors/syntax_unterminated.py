# A text that is never closed.
name = "Ada
#! exception
#!   File "<model>", line 2
#!     name = "Ada
#!            ^
#! SyntaxError: unterminated string literal (detected at line 2)
