# Tuples compare element by element, hash by value and need a comma.
t = 1,
a, b = 1, 2
a, b = b, a
try:
    (1, 2)[0] = 5
except TypeError as error:
    said = str(error)
return [type(t).__name__, type((1)).__name__, a, b, (1, 2) < (1, 3), (1,) < (1, 0), (2,) > (1, 99), hash((1, 2)) == hash((1, 2)), list((1, 2) + (3,)), list((0,) * 2), repr((1,)), said, len(()), (1, "a") == (1, "a")]
#= ["tuple","int",2,1,true,true,true,true,[1,2,3],[0,0],"(1,)","'tuple' object does not support item assignment",0,true]
