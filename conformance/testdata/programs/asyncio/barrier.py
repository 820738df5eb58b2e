# A barrier holds all until the last has come.
# Needs Python 3.11.
import asyncio
barrier, order = asyncio.Barrier(3), []
async def walk(n):
    for _ in range(n): await asyncio.sleep(0)
    order.append(f"came {n}")
    async with barrier:
        order.append("through")
await asyncio.gather(*(walk(n) for n in range(3)))
return order
#= ["came 0","came 1","came 2","through","through","through"]
