# A StopIteration that leaves a generator becomes a RuntimeError.
def g():
    yield 1
    next(iter([]))
try:
    list(g())
except RuntimeError as error:
    return [str(error), type(error.__cause__).__name__]
#= ["generator raised StopIteration","StopIteration"]
