# A group can be split and its rest is raised again.
# Needs Python 3.11.
group = ExceptionGroup("g", [OSError(1), TypeError(2), OSError(3)])
match, rest = group.split(OSError)
try:
    try:
        raise group
    except* OSError:
        pass
except ExceptionGroup as left:
    return [[e.args[0] for e in match.exceptions], [e.args[0] for e in rest.exceptions], [type(e).__name__ for e in left.exceptions], str(left)]
#= [[1,3],[2],["TypeError"],"g (1 sub-exception)"]
