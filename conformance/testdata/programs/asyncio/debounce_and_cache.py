# Callers at the same time share one computation.
import asyncio
calls, running = [], {}
async def compute(key):
    calls.append(key)
    await asyncio.sleep(0.001)
    return key.upper()
async def cached(key):
    if key not in running:
        running[key] = asyncio.ensure_future(compute(key))
    return await running[key]
return [await asyncio.gather(cached("a"), cached("b"), cached("a"), cached("a")), calls]
#= [["A","B","A","A"],["a","b"]]
