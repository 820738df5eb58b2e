# A base class can keep a register of its subclasses.
class Plugin:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.registry[key or cls.__name__.lower()] = cls
class Csv(Plugin): pass
class Json(Plugin, key="js"): pass
return {k: v.__name__ for k, v in Plugin.registry.items()}
#= {"csv":"Csv","js":"Json"}
