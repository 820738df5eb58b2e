# Calls are limited to so many at once.
import asyncio
gate = asyncio.Semaphore(2)
async def limited(n):
    async with gate:
        return await tools.echo(n)
return await asyncio.gather(*map(limited, range(5)))
#@ tools.echo 0
#@ tools.echo 1
#@ tools.echo 2
#@ tools.echo 3
#@ tools.echo 4
#= [0,1,2,3,4]
