# Delegation passes on values and gives back the result.
def inner():
    got = yield 1
    yield got
    return "result"
def outer():
    result = yield from inner()
    yield result
g = outer()
return [next(g), g.send("sent"), next(g), list(g)]
#= [1,"sent","result",[]]
