# Bits are counted, shifted, masked and complemented as if there were no end of them.
n = 0b1011_0000
return [bin(n), n.bit_length(), n.bit_count(), ~n, -n & 0xff, n >> 4, n << 70 == n * 2 ** 70, -5 >> 1, 5 ^ 3, 5 | 3, 5 & ~1, hex(-255), oct(8), f"{n:#010x}", f"{5:08b}"]
#= ["0b10110000",8,3,-177,80,11,true,-3,6,7,4,"-0xff","0o10","0x000000b0","00000101"]
