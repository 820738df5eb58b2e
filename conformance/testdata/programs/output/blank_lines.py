# Blank lines are entries.
print("\n\na\n")
print("")
#>
#>
#> a
#>
#>
#= null
