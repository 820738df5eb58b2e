# A generator is no value: it was to be made a list.
return (n for n in range(3))
#! invalid-output
#! program completion must be lossless JSON (unsupported type (generator))
