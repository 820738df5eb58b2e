# Quicksort, merge sort and heap sort agree with sorted.
import heapq, random
def quick(a):
    if len(a) < 2: return a
    pivot, *rest = a
    return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])
def merge_sort(a):
    if len(a) < 2: return a
    m = len(a) // 2
    l, r, out = merge_sort(a[:m]), merge_sort(a[m:]), []
    while l and r: out.append((l if l[0] <= r[0] else r).pop(0))
    return out + l + r
def heap_sort(a):
    heapq.heapify(h := a[:])
    return [heapq.heappop(h) for _ in a]
data = random.Random(1).sample(range(1000), 100)
return [sort(data) == sorted(data) for sort in (quick, merge_sort, heap_sort)] + [quick([3, 1, 2])]
#= [true,true,true,[1,2,3]]
