# __getattr__ is asked only for what is missing.
class Lazy:
    present = 1
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return f"made {name}"
    def __setattr__(self, name, value):
        super().__setattr__(name, value * 2)
z = Lazy()
z.stored = 21
return [z.present, z.anything, z.stored, hasattr(z, "_x"), getattr(z, "_y", "default")]
#= [1,"made anything",42,false,"default"]
