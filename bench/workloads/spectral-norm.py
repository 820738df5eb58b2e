# The largest singular value of an infinite matrix, by the power method: nested sums of floats.
# answer: 1.274222873
from math import sqrt

def entry(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)

def times(vector):
    size = range(len(vector))
    return [sum(entry(i, j) * vector[j] for j in size) for i in size]

def transposed_times(vector):
    size = range(len(vector))
    return [sum(entry(j, i) * vector[j] for j in size) for i in size]

u = [1.0] * 150
for _ in range(10):
    v = transposed_times(times(u))
    u = transposed_times(times(v))
return round(sqrt(sum(a * b for a, b in zip(u, v)) / sum(b * b for b in v)), 9)
