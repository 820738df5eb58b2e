# A heap gives the smallest first, merges and ranks.
import heapq
h = [5, 2, 8, 1]
heapq.heapify(h)
heapq.heappush(h, 0)
order = [heapq.heappop(h) for _ in range(3)]
tasks = [(2, "b"), (1, "z"), (2, "a")]
heapq.heapify(tasks)
return [order, heapq.nlargest(2, [3, 1, 4, 1, 5]), heapq.nsmallest(2, ["bb", "a", "ccc"], key=len), list(heapq.merge([1, 4], [2, 3])), [heapq.heappop(tasks)[1] for _ in range(3)], heapq.heappushpop([3, 4], 1), heapq.heapreplace([3, 4], 9)]
#= [[0,1,2],[5,4],["a","bb"],[1,2,3,4],["z","a","b"],1,3]
