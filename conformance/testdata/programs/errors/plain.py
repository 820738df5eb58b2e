# An exception is told with the lines it went through.
def parse(text):
    return int(text)

def load(rows):
    return list(map(parse, rows))

load(["1", "x"])
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 8, in __coderuntime_main__
#!   File "<model>", line 6, in load
#!   File "<model>", line 3, in parse
#! ValueError: invalid literal for int() with base 10: 'x'
