# An event wakes all who wait, a condition those whose turn it is.
import asyncio
start, order = asyncio.Event(), []
async def runner(n):
    await start.wait()
    order.append(n)
runners = [asyncio.create_task(runner(n)) for n in range(3)]
await asyncio.sleep(0)
order.append("go")
start.set()
await asyncio.gather(*runners)
condition, items = asyncio.Condition(), []
async def take():
    async with condition:
        await condition.wait_for(lambda: items)
        return items.pop()
taker = asyncio.create_task(take())
await asyncio.sleep(0)
async with condition:
    items.append("item")
    condition.notify()
return [order, await taker]
#= [["go",0,1,2],"item"]
