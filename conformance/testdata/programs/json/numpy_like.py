# A class that only looks like a number is refused.
class Float(float): pass
return [1.5, Float(2.5)]
#! invalid-output
#! program completion must be lossless JSON (unsupported type (Float))
