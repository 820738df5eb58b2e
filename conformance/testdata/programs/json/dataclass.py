# An object of a class is refused, its dict is not.
from dataclasses import dataclass, asdict
@dataclass
class P:
    x: int
    tags: list
print(asdict(P(1, ["a"])))
return P(1, [])
#> {'x': 1, 'tags': ['a']}
#! invalid-output
#! program completion must be lossless JSON (unsupported type (P))
