# A function of the host is a value: stored, mapped and wrapped.
from functools import partial
calls = {"add": tools.add, "echo": tools.echo}
async def logged(f, argument):
    print("calling", argument)
    return await f(argument)
first = partial(logged, calls["echo"])
return [await first(1), await calls["add"]({"a": 1, "b": 1}), await getattr(tools, "echo")(2), callable(tools.add)]
#@ tools.add {"a":1,"b":1}
#@ tools.echo 1
#@ tools.echo 2
#> calling 1
#= [1,2,2,true]
