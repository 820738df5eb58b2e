# Integers of thousands of digits: products, powers, division, and their decimal digits.
# answer: [4942,"826839184000",16145031,"361845720053",104136]
def fibonacci(n):
    a, b = 0, 1
    for bit in bin(n)[2:]:
        a, b = a * (2 * b - a), a * a + b * b
        if bit == "1":
            a, b = b, a + b
    return a

def pi_digits(count):
    digits, q, r, t, k, n, l = [], 1, 0, 1, 1, 3, 3
    while len(digits) < count:
        if 4 * q + r - t < n * t:
            digits.append(n)
            q, r, n = 10 * q, 10 * (r - n * t), 10 * (3 * q + r) // t - 10 * n
        else:
            q, r, t, k, n, l = q * k, (2 * q + r) * l, t * l, k + 1, (q * (7 * k + 2) + r * l) // (t * l), l + 2
    return digits

digits = pi_digits(1100)
big = fibonacci(150000)
power = pow(3, big, (1 << 521) - 1)
return [sum(digits), str(fibonacci(12000))[-12:], big % 1000000007, str(power)[:12], big.bit_length()]
