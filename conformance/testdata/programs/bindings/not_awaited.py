# A call that is not awaited is not a result yet.
call = tools.add({"a": 1, "b": 2})
kind = hasattr(call, "__await__")
try:
    call + 1
except TypeError:
    return [kind, await call]
#@ tools.add {"a":1,"b":2}
#= [true,3]
