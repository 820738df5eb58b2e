# JSON is written plain, pretty, sorted, by hooks, and read back.
import json
from datetime import date
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, (set, frozenset)): return sorted(o)
        return super().default(o)
data = {"b": [1, 2.0, None], "a": {"é": True, "n": 10 ** 20}}
said = []
for bad in (lambda: json.dumps({1, 2}), lambda: json.dumps({(1, 2): 1}), lambda: json.loads("{'a': 1}"), lambda: json.loads("[1,]"), lambda: json.loads(""), lambda: json.dumps(float("nan"), allow_nan=False)):
    try:
        bad()
    except (TypeError, ValueError) as error:
        said.append(type(error).__name__)
return [json.dumps(data), json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False), json.dumps([1, {}], indent=1), json.dumps({"s": {2, 1}}, cls=E), json.dumps(date(2024, 1, 1), default=str), json.loads('{"a": 1, "a": 2}'), json.loads("[1.5]", parse_float=str), json.loads('"\\ud83d\\ude00"'), json.dumps({1: None, True: 1.0, None: 2}), str(json.loads("1e400")), said]
#= ["{\"b\": [1, 2.0, null], \"a\": {\"\\u00e9\": true, \"n\": 100000000000000000000}}","{\"a\":{\"n\":100000000000000000000,\"é\":true},\"b\":[1,2.0,null]}","[\n 1,\n {}\n]","{\"s\": [1, 2]}","\"2024-01-01\"",{"a":2},["1.5"],"😀","{\"1\": 1.0, \"null\": 2}","inf",["TypeError","TypeError","JSONDecodeError","JSONDecodeError","JSONDecodeError","ValueError"]]
