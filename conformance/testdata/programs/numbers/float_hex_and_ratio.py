# A float is a ratio of integers and a hexadecimal number.
return [(0.75).hex(), float.fromhex("0x1.8p1"), list((0.1).as_integer_ratio()), (2.0).is_integer(), (1e100).is_integer(), int(1e23) == 10 ** 23, int(-2.9)]
#= ["0x1.8000000000000p-1",3,[3602879701896397,36028797018963968],true,true,false,-2]
