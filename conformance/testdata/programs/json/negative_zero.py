# Negative zero is refused, zero is not.
return [0.0, 0, -0, -1.5 * 0]
#! invalid-output
#! program completion must be lossless JSON (negative zero)
