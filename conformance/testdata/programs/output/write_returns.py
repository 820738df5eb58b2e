# write takes text, tells its length, and refuses the rest.
import sys
n = sys.stdout.write("héllo\n")
sys.stdout.writelines(["a\n", "b\n"])
try:
    sys.stdout.write(b"x")
except TypeError as error:
    return [n, "str" in str(error), sys.stdout.writable(), sys.stdout.isatty()]
#> héllo
#> a
#> b
#= [6,true,true,false]
