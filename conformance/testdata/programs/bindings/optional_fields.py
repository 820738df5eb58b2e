# Fields may be left out, and unknown ones are the host's to judge.
return [await tools.add({}), await tools.add({"a": 1}), await tools.add({"a": 1.5, "b": -0.5})]
#@ tools.add {"a":1.5,"b":-0.5}
#@ tools.add {"a":1}
#@ tools.add {}
#= [0,1,1]
