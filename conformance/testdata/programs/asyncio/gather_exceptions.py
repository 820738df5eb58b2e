# gather gives failures as values if it is asked to.
import asyncio
async def job(n):
    await asyncio.sleep(0)
    if n % 2: raise ValueError(n)
    return n
results = await asyncio.gather(*map(job, range(4)), return_exceptions=True)
return [r if isinstance(r, int) else repr(r) for r in results] + [await asyncio.gather()]
#= [0,"ValueError(1)",2,"ValueError(3)",[]]
