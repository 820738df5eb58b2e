# Tasks take turns at each sleep of zero.
import asyncio
order = []
async def talk(name):
    for i in range(3):
        order.append(f"{name}{i}")
        await asyncio.sleep(0)
await asyncio.gather(talk("a"), talk("b"))
return order
#= ["a0","b0","a1","b1","a2","b2"]
