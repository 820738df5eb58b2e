# An argument of the wrong type fails the call, not the program.
try:
    await tools.add({"a": "one", "b": 2})
except RuntimeError as error:
    print(type(error).__name__)
return await tools.add({"a": 1, "b": 2})
#@ tools.add {"a":"one","b":2}
#@ tools.add {"a":1,"b":2}
#> RuntimeError
#= 3
