# A match statement takes dataclasses apart by position and by name.
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: int
def where(p):
    match p:
        case Point(0, 0):
            return "origin"
        case Point(x=0) | Point(y=0):
            return "axis"
        case Point(x, y) if x == y:
            return f"diagonal {x}"
        case Point():
            return "plane"
        case int(n) | float(n):
            return f"number {n}"
return [where(p) for p in (Point(0, 0), Point(0, 5), Point(2, 2), Point(1, 2), 3, 1.5, "x")]
#= ["origin","axis","diagonal 2","plane","number 3","number 1.5",null]
