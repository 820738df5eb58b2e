# print writes to what has a write method.
import io, sys
class Upper:
    def write(self, text): sys.stdout.write(text.upper())
buffer = io.StringIO()
print("kept", file=buffer)
print("loud", file=Upper())
try:
    print("x", file=5)
except AttributeError as error:
    print(error)
return buffer.getvalue()
#> LOUD
#> 'int' object has no attribute 'write'
#= "kept\n"
