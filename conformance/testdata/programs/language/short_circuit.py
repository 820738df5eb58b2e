# and and or give one of their operands and stop early.
def loud(x):
    print(x)
    return x
return [loud(0) or loud("b"), loud("") and loud("never"), None or [] or 0, 1 and 2 and 3]
#> 0
#> b
#>
#= ["b","",0,3]
