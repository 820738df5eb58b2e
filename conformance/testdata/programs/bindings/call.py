# A call takes an object and gives back its result.
result = await tools.add({"a": 2, "b": 40})
return result
#@ tools.add {"a":2,"b":40}
#= 42
