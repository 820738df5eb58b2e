# A lock keeps what is read and written together.
import asyncio
lock, balance = asyncio.Lock(), 0
async def unsafe():
    nonlocal balance
    seen = balance
    await asyncio.sleep(0)
    balance = seen + 1
async def safe():
    async with lock:
        await unsafe()
await asyncio.gather(*(unsafe() for _ in range(10)))
lost = balance
balance = 0
await asyncio.gather(*(safe() for _ in range(10)))
return [lost, balance, lock.locked()]
#= [1,10,false]
