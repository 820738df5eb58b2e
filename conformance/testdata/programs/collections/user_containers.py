# Subclasses of the abstract containers get the rest for free.
from collections.abc import Mapping, MutableSequence, Iterable, Hashable, Sized, Callable
from collections import UserDict
class Lower(UserDict):
    def __setitem__(self, key, value): super().__setitem__(key.lower(), value)
class Fixed(Mapping):
    def __getitem__(self, k): return {"a": 1, "b": 2}[k]
    def __iter__(self): return iter("ab")
    def __len__(self): return 2
f = Fixed()
low = Lower({"A": 1}, B=2)
try:
    class L(MutableSequence): pass
    L()
except TypeError as error:
    said = "abstract" in str(error)
return [dict(f.items()), f.get("z", 0), "a" in f, f == {"b": 2, "a": 1}, dict(low), isinstance([], Hashable), isinstance("", Sized), isinstance(len, Callable), isinstance(5, Iterable), said]
#= [{"a":1,"b":2},0,true,true,{"a":1,"b":2},false,true,true,false,true]
