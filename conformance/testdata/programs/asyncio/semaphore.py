# A semaphore lets in so many at once.
import asyncio
gate, inside, most = asyncio.Semaphore(2), 0, 0
async def visit():
    nonlocal inside, most
    async with gate:
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
await asyncio.gather(*(visit() for _ in range(6)))
try:
    asyncio.BoundedSemaphore(1).release()
except ValueError as error:
    return [most, gate.locked(), str(error)]
#= [2,false,"BoundedSemaphore released too many times"]
