# Numbers, texts and tuples are sorted, with and without a key, and searched by bisection.
# answer: [4487848,2147465837,"100411315","1458084800",9,2147465837,450049751]
from bisect import bisect_left
from heapq import heapify, heappop

def numbers(count, seed=12345):
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) % 2147483648
        yield seed

values = list(numbers(45000))
ordered = sorted(values)
backwards = sorted(values, key=lambda value: -value)
texts = sorted(str(value) for value in values)
pairs = sorted((value % 100, str(value)) for value in values)
stable = sorted(pairs, key=lambda pair: pair[0] % 10, reverse=True)
heap = values[:20000]
heapify(heap)
smallest = [heappop(heap) for _ in range(20000)]
found = sum(bisect_left(ordered, value) for value in values[:20000])
return [ordered[100], backwards[0], texts[100], pairs[100][1], stable[0][0], smallest[19999], found]
