# Types are made at run time, with a simple namespace, a proxy and a new class.
import types
ns = types.SimpleNamespace(a=1, b=[2])
ro = types.MappingProxyType({"k": 1})
C = types.new_class("C", (dict,), {}, lambda body: body.update(x=5))
try:
    ro["k"] = 2
except TypeError as error:
    said = str(error)
D = type("D", (C,), {"y": lambda self: self.x + 1})
return [repr(ns), ns == types.SimpleNamespace(b=[2], a=1), ro["k"], said, D().y(), D.__mro__[2].__name__, types.MethodType(lambda self: self, 7)()]
#= ["namespace(a=1, b=[2])",true,1,"'mappingproxy' object does not support item assignment",6,"dict",7]
