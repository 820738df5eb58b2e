# Run lengths are packed and unpacked.
import re
from itertools import groupby
def pack(s): return "".join(f"{len(list(g))}{c}" for c, g in groupby(s))
def unpack(s): return "".join(c * int(n) for n, c in re.findall(r"(\d+)(\D)", s))
text = "WWWWBBBWWC"
return [pack(text), unpack(pack(text)) == text, pack("")]
#= ["4W3B2W1C",true,""]
