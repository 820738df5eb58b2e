# Strings with the same characters are equal, however they were made.
import sys
a = "".join(["py", "thon"])
b = "python"
return [a == b, sys.intern(a) is sys.intern(b), hash(a) == hash(b), "é" == "e\u0301", {a: 1}[b]]
#= [true,true,true,false,1]
