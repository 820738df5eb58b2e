# A result is printed as JSON for people.
import json
print(json.dumps({"name": "é", "list": [1, 2], "empty": {}}, indent=2, ensure_ascii=False))
#> {
#>   "name": "é",
#>   "list": [
#>     1,
#>     2
#>   ],
#>   "empty": {}
#> }
#= null
