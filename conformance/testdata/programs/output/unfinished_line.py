# What has no line end is an entry when the program ends.
import sys
sys.stdout.write("one\ntwo")
return 1
#> one
#> two
#= 1
