# A sieve finds the primes below a thousand.
def sieve(n):
    is_prime = bytearray([1]) * n
    is_prime[:2] = b"\0\0"
    for i in range(2, int(n ** 0.5) + 1):
        if is_prime[i]:
            is_prime[i * i::i] = bytes(len(range(i * i, n, i)))
    return [i for i in range(n) if is_prime[i]]
primes = sieve(1000)
return [len(primes), primes[:5], primes[-1], sum(primes)]
#= [168,[2,3,5,7,11],997,76127]
