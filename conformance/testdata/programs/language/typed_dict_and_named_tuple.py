# A NamedTuple has fields and defaults, a TypedDict is a dict.
from typing import NamedTuple, TypedDict
class Point(NamedTuple):
    x: int
    y: int = 0
class Movie(TypedDict, total=False):
    title: str
    year: int
p = Point(3)
return [p.x + p.y, list(p._replace(y=5)), p._asdict(), p == (3, 0), Movie(title="M"), type(Movie(year=1)).__name__, list(Movie.__annotations__)]
#= [3,[3,5],{"x":3,"y":0},true,{"title":"M"},"dict",["title","year"]]
