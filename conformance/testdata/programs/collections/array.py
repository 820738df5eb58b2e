# An array holds numbers of one kind and refuses the others.
from array import array
a = array("i", [1, 2, 3])
a.append(4)
said = []
for bad in (lambda: a.append("x"), lambda: array("B", [256]), lambda: array("h").append(2 ** 15)):
    try:
        bad()
    except (TypeError, OverflowError) as error:
        said.append(type(error).__name__)
return [a.tolist(), a.itemsize, array("d", [1.5]).tobytes().hex(), array("q").itemsize, said, repr(a), a[::-1].tolist(), sum(a)]
#= [[1,2,3,4],4,"000000000000f83f",8,["TypeError","OverflowError","OverflowError"],"array('i', [1, 2, 3, 4])",[4,3,2,1],10]
