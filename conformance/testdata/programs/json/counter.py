# A Counter as it is, is refused.
from collections import Counter
return Counter("aab")
#! invalid-output
#! program completion must be lossless JSON (unsupported type (Counter))
