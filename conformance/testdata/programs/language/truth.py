# Empty containers, zeros and None are false, all else is true.
class Empty:
    def __len__(self): return 0
class No:
    def __bool__(self): return False
values = [0, 0.0, 0j, "", [], (), {}, set(), None, range(0), Empty(), No(), b"", "0", [0], " ", -1, object()]
return "".join("01"[bool(v)] for v in values)
#= "000000000000011111"
