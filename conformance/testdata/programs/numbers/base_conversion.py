# Numbers are written in any base and read back.
import string
def to_base(n, base):
    digits = ""
    while n:
        n, d = divmod(n, base)
        digits = string.printable[d] + digits
    return digits or "0"
return [to_base(255, 16), to_base(0, 2), all(int(to_base(n, b), b) == n for n in range(200) for b in (2, 7, 36)), to_base(10 ** 18, 36)]
#= ["ff","0",true,"7lieexzx4kxs"]
