# What tasks print is in the order of their turns.
import asyncio
async def say(name):
    for n in range(2):
        print(name, n)
        await asyncio.sleep(0)
await asyncio.gather(say("a"), say("b"))
#> a 0
#> b 0
#> a 1
#> b 1
#= null
