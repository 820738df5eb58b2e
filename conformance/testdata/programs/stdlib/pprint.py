# Nested data is printed in lines of the width that is asked for.
from pprint import pprint, pformat
data = {"name": "x" * 20, "list": list(range(5)), "nested": {"b": 1, "a": [1, 2]}}
pprint(data, width=40)
pprint([1, {"z": 1, "a": 2}], sort_dicts=False)
return pformat((1,)) + pformat({3, 1, 2}) + pformat("a" * 30, width=10)
#> {'list': [0, 1, 2, 3, 4],
#>  'name': 'xxxxxxxxxxxxxxxxxxxx',
#>  'nested': {'a': [1, 2], 'b': 1}}
#> [1, {'z': 1, 'a': 2}]
#= "(1,){1, 2, 3}'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
