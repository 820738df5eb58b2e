# Operands, arguments and targets are evaluated from left to right.
def say(x):
    print(x)
    return x
say(1) + say(2) * say(3)
box = {}
box[say("key")] = say("value")
{say("k1"): say("v1")}
#> 1
#> 2
#> 3
#> value
#> key
#> k1
#> v1
#= null
