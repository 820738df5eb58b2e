# Producers and consumers meet at a queue of limited size.
import asyncio
queue, out = asyncio.Queue(maxsize=2), []
async def produce():
    for n in range(5):
        await queue.put(n)
        out.append(f"put {n}")
    await queue.put(None)
async def consume():
    while (n := await queue.get()) is not None:
        out.append(f"got {n}")
        queue.task_done()
    queue.task_done()
await asyncio.gather(produce(), consume())
await queue.join()
try:
    queue.get_nowait()
except asyncio.QueueEmpty:
    out.append("empty")
return out
#= ["put 0","put 1","got 0","got 1","put 2","put 3","got 2","got 3","put 4","got 4","empty"]
