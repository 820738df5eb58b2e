# Asynchronous generators are chained into a pipeline.
import asyncio
async def source(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i
async def only(predicate, items):
    async for item in items:
        if predicate(item): yield item
async def batches(items, size):
    batch = []
    async for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch: yield batch
return [b async for b in batches(only(lambda x: x % 3, source(10)), 2)]
#= [[1,2],[4,5],[7,8]]
