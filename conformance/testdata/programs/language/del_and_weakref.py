# An object goes with its last reference, and weak references notice.
import weakref
class Node:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name)
node = Node("a")
ref = weakref.ref(node, lambda r: print("gone"))
alive = ref() is node
del node
cache = weakref.WeakValueDictionary()
kept = cache["k"] = Node("b")
size = len(cache)
del kept
return [alive, ref() is None, size, len(cache)]
#> del a
#> gone
#> del b
#= [true,true,1,0]
