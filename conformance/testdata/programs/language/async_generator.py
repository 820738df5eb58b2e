# An asynchronous generator is iterated, filtered in a comprehension, and closed.
import asyncio
async def ticks(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        print("closed")
squares = [x * x async for x in ticks(5) if x % 2 == 0]
g = ticks(3)
first = await anext(g)
await g.aclose()
return [squares, first, await anext(g, "over")]
#> closed
#> closed
#= [[0,4,16],0,"over"]
