# What json.dumps writes, json.loads reads back, and the value is the same.
import json
data = {"a": [1, 2.5, None, True, "é\n\"\\"], "b": {"c": {}}}
assert json.loads(json.dumps(data)) == data
return json.loads(json.dumps(data))
#= {"a":[1,2.5,null,true,"é\n\"\\"],"b":{"c":{}}}
