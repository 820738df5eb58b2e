# A shallow copy shares what a deep one does not, and a deep copy keeps cycles.
import copy
inner = [1]
original = {"a": inner, "b": inner}
shallow, deep = copy.copy(original), copy.deepcopy(original)
inner.append(2)
loop = []
loop.append(loop)
again = copy.deepcopy(loop)
return [shallow["a"], deep["a"], deep["a"] is deep["b"], again[0] is again, again is not loop]
#= [[1,2],[1],true,true,true]
