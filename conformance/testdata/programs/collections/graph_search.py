# Breadth first, depth first and Dijkstra on a small graph.
from collections import deque
import heapq
graph = {"A": {"B": 4, "C": 1}, "B": {"D": 1}, "C": {"B": 2, "D": 5}, "D": {}}
def bfs(start):
    seen, queue = [start], deque([start])
    while queue:
        for n in graph[queue.popleft()]:
            if n not in seen:
                seen.append(n)
                queue.append(n)
    return seen
def dfs(node, seen=None):
    seen = [] if seen is None else seen
    seen.append(node)
    for n in graph[node]:
        if n not in seen: dfs(n, seen)
    return seen
def dijkstra(start):
    distance, heap = {}, [(0, start)]
    while heap:
        d, node = heapq.heappop(heap)
        if node in distance: continue
        distance[node] = d
        for n, w in graph[node].items(): heapq.heappush(heap, (d + w, n))
    return distance
return [bfs("A"), dfs("A"), dijkstra("A")]
#= [["A","B","C","D"],["A","B","D","C"],{"A":0,"C":1,"B":3,"D":4}]
