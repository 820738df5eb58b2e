# A tuple is no list.
return 1, 2
#! invalid-output
#! program completion must be lossless JSON (unsupported type (tuple))
