# There is no input to read.
import sys
said = []
for ask in (lambda: input("name? "), lambda: sys.stdin.readline() or "end", lambda: sys.stdin.read() or "end"):
    try:
        said.append(ask())
    except EOFError as error:
        said.append(str(error))
return said
#>"name? "
#= ["EOF when reading a line","end","end"]
