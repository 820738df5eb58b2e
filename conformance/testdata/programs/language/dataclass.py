# A dataclass compares, orders, has defaults and makes changed copies.
from dataclasses import dataclass, field, replace, asdict, astuple, FrozenInstanceError
@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    tags: list = field(default_factory=list, compare=False)
a, b = Version(1, 2), Version(1, 10, ["new"])
try:
    a.major = 2
except FrozenInstanceError as error:
    frozen = str(error)
return [a < b, a == Version(1, 2, ["x"]), repr(b), asdict(replace(b, minor=11)), list(astuple(a)), a.tags is b.tags, frozen]
#= [true,true,"__coderuntime_main__.<locals>.Version(major=1, minor=10, tags=['new'])",{"major":1,"minor":11,"tags":["new"]},[1,2,[]],false,"cannot assign to field 'major'"]
