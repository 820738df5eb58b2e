# A cycle is found by the collector.
import gc, weakref
class Node: pass
gc.collect()
a, b = Node(), Node()
a.other, b.other = b, a
ref = weakref.ref(a)
del a, b
before = ref() is not None
gc.collect()
return [before, ref() is None]
#= [true,true]
