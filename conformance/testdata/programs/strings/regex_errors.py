# A bad pattern says what is wrong and where.
import re
said = []
for pattern in ["(", "[a", "*a", "a**", r"\1", "(?P<1>a)", "(?<=a+)b", "a{2,1}", "(?z)"]:
    try:
        re.compile(pattern)
    except re.error as error:
        said.append(str(error))
return said
#= ["missing ), unterminated subpattern at position 0","unterminated character set at position 0","nothing to repeat at position 0","multiple repeat at position 2","invalid group reference 1 at position 1","bad character in group name '1' at position 4","look-behind requires fixed-width pattern","min repeat greater than max repeat at position 2","unknown extension ?z at position 1"]
