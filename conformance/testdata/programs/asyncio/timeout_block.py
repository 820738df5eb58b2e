# A block with a timeout ends in time, and nested ones are told apart.
# Needs Python 3.11.
import asyncio
said = []
async with asyncio.timeout(5) as outer:
    try:
        async with asyncio.timeout(0.01) as inner:
            await asyncio.sleep(30)
    except TimeoutError:
        said.append([inner.expired(), outer.expired()])
    said.append("goes on")
try:
    async with asyncio.timeout(None) as t:
        t.reschedule(asyncio.get_running_loop().time())
        await asyncio.sleep(30)
except TimeoutError:
    said.append("rescheduled")
return said
#= [[true,false],"goes on","rescheduled"]
