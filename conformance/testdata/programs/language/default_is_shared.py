# A mutable default is one object for all calls.
def add(item, to=[]):
    to.append(item)
    return to
add(1)
add(2)
return [add(3), add(4, [])]
#= [[1,2,3],[4]]
