# Notes are told behind the text.
# Needs Python 3.11.
try:
    [].pop()
except IndexError as error:
    error.add_note("while emptying")
    error.add_note("twice")
    raise
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 4, in __coderuntime_main__
#! IndexError: pop from empty list
#! while emptying
#! twice
