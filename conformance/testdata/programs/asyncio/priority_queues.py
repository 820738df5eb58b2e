# Queues by priority and last in first out.
import asyncio
p, l = asyncio.PriorityQueue(), asyncio.LifoQueue()
for n in (3, 1, 2):
    p.put_nowait((n, f"job {n}"))
    l.put_nowait(n)
return [[(await p.get())[1] for _ in range(3)], [l.get_nowait() for _ in range(3)], p.empty(), l.qsize()]
#= [["job 1","job 2","job 3"],[2,1,3],true,0]
