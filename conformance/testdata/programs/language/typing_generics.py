# Annotations are kept, and generic aliases know their parts.
from typing import Generic, TypeVar, Optional, Union, get_args, get_origin, get_type_hints
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self) -> None: self.items: list[T] = []
    def push(self, item: T) -> "int": 
        self.items.append(item)
        return len(self.items)
def f(a: int, b: Optional[str] = None) -> dict[str, list[int]]: ...
hints = get_type_hints(f)
return [Stack[int]().push(1), str(hints["return"]), get_origin(hints["return"]) is dict, get_args(int | None) == (int, type(None)),
        Optional[int] == Union[int, None], isinstance(1, int | str), list(f.__annotations__)]
#= [1,"dict[str, list[int]]",true,true,true,true,["a","b","return"]]
