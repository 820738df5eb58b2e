# Numbers may be written with underscores, in other bases and with exponents.
return [1_000_000, 0xff, 0o17, 0b1010, 1e3, 0x_dead_beef, int("1_0"), int("0x1f", 16), int("z", 36), int("0b11", 0), .5, 5.]
#= [1000000,255,15,10,1000,3735928559,10,31,35,3,0.5,5]
