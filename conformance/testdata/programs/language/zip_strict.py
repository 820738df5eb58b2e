# zip with strict tells when its arguments differ in length.
try:
    list(zip([1, 2], "a", strict=True))
except ValueError as error:
    return [str(error), dict(zip("ab", [1, 2], strict=True))]
#= ["zip() argument 2 is shorter than argument 1",{"a":1,"b":2}]
