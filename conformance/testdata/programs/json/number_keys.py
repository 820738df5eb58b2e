# A number as a key is refused.
return {2024: "year"}
#! invalid-output
#! program completion must be lossless JSON (non-string dict key (int))
