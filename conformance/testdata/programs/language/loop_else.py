# The else of a loop runs unless the loop was left with break.
def find(n, items):
    for i, x in enumerate(items):
        if x == n:
            break
    else:
        return "none"
    return i
primes = []
for n in range(2, 30):
    for p in primes:
        if n % p == 0: break
    else:
        primes.append(n)
return [find(3, [1, 3]), find(3, []), primes]
#= [1,"none",[2,3,5,7,11,13,17,19,23,29]]
