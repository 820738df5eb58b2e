# Both streams are one log in the order of writing.
import sys
print("out 1")
print("err 1", file=sys.stderr)
sys.stdout.write("out 2\n")
sys.stderr.write("err 2\n")
print("out 3", flush=True)
#> out 1
#> err 1
#> out 2
#> err 2
#> out 3
#= null
