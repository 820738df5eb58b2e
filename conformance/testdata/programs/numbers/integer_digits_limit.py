# Text of more than 4300 digits is neither parsed nor written, unless the limit is lifted.
import sys
said = [sys.get_int_max_str_digits()]
try:
    str(10 ** 4300)
except ValueError as error:
    said.append(str(error).split(" (")[0])
try:
    int("1" * 4301)
except ValueError as error:
    said.append(str(error).split(" (")[0])
said.append(len(hex(10 ** 5000)))
sys.set_int_max_str_digits(0)
said.append(len(str(10 ** 5000)))
return said
#= [4300,"Exceeds the limit","Exceeds the limit",4155,5001]
