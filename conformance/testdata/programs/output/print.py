# print separates, ends and writes what is no text.
print("a", 1, None, [1, "x"], {"k": 2.0}, sep=", ", end="!\n")
print()
print("no", end=" ")
print("break")
print(*"abc", sep="")
print("é", b"\xff", 1e100, 10 ** 20, True, ..., print is not None)
#> a, 1, None, [1, 'x'], {'k': 2.0}!
#>
#> no break
#> abc
#> é b'\xff' 1e+100 100000000000000000000 True Ellipsis True
#= null
