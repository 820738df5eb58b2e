# An assertion fails with its message.
def mean(xs):
    assert len(xs) > 0, "no numbers"
    return sum(xs) / len(xs)
try:
    mean([])
except AssertionError as error:
    return [mean([1, 2]), str(error), __debug__]
#= [1.5,"no numbers",true]
