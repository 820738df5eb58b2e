# A warning of the compiler comes before what the program prints.
print("first")
assert (1 == 2, "always true")
return "ran"
#> <model>:3: SyntaxWarning: assertion is always true, perhaps remove parentheses?
#> first
#= "ran"
