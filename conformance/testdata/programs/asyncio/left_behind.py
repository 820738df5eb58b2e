# What is left unfinished is cancelled, and does not hold up the end.
import asyncio
async def forever():
    while True:
        await asyncio.sleep(0.001)
asyncio.create_task(forever())
await asyncio.sleep(0.003)
return "done"
#= "done"
