# Not a number is refused, deep inside too.
return {"mean": [1.0, float("nan")]}
#! invalid-output
#! program completion must be lossless JSON (non-finite float)
