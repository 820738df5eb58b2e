# A runtime protocol looks at methods; an abstract class refuses to be made.
from typing import Protocol, runtime_checkable
from abc import ABC, abstractmethod
@runtime_checkable
class Closes(Protocol):
    def close(self) -> None: ...
class Door:
    def close(self): pass
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def area(self): return 4
try:
    Shape()
except TypeError as error:
    refused = "abstract" in str(error)
return [isinstance(Door(), Closes), isinstance(3, Closes), refused, Square().area(), isinstance(Square(), Shape)]
#= [true,false,true,4,true]
