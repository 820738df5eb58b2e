# A recursion of five hundred levels is nothing special.
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
def hanoi(n, a, b, c): return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
def ackermann(m, n): return n + 1 if m == 0 else ackermann(m - 1, 1) if n == 0 else ackermann(m - 1, ackermann(m, n - 1))
return [depth(500), hanoi(8, "a", "b", "c"), ackermann(2, 3)]
#= [500,255,9]
