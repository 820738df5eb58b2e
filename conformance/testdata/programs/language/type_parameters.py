# Functions, classes and aliases take type parameters.
# Needs Python 3.12.
type Pair[T] = tuple[T, T]
class Box[T]:
    def __init__(self, item: T): self.item = item
def first[T](xs: list[T]) -> T: return xs[0]
return [first([3, 4]), Box("x").item, Pair.__name__, [str(p) for p in Box.__type_params__]]
#= [3,"x","Pair",["T"]]
