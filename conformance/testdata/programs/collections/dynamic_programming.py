# Knapsack, coin change and the longest common and increasing subsequences.
from functools import cache
def knapsack(items, capacity):
    best = [0] * (capacity + 1)
    for weight, value in items:
        for c in range(capacity, weight - 1, -1):
            best[c] = max(best[c], best[c - weight] + value)
    return best[-1]
def coins(amount, kinds):
    ways = [1] + [0] * amount
    for k in kinds:
        for a in range(k, amount + 1): ways[a] += ways[a - k]
    return ways[amount]
@cache
def lcs(a, b):
    if not a or not b: return ""
    if a[0] == b[0]: return a[0] + lcs(a[1:], b[1:])
    return max(lcs(a[1:], b), lcs(a, b[1:]), key=len)
def lis(a):
    best = [1] * len(a)
    for i in range(len(a)):
        for j in range(i):
            if a[j] < a[i]: best[i] = max(best[i], best[j] + 1)
    return max(best)
return [knapsack([(1, 1), (3, 4), (4, 5), (5, 7)], 7), coins(100, [1, 5, 10, 25, 50]), len(lcs("AGGTAB", "GXTXAYB")), lis([10, 9, 2, 5, 3, 7, 101, 18])]
#= [9,292,4,4]
