# A set has no order that JSON could keep.
return {"tags": {"a"}}
#! invalid-output
#! program completion must be lossless JSON (unsupported type (set))
