# Asking for more memory than there is can be caught, and the program goes on.
try:
    kept = []
    while True:
        kept.append(bytearray(16 << 20))
except MemoryError:
    got = len(kept)
    del kept
return [got > 3, sum(range(1000))]
#= [true,499500]
