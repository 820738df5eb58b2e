# A task is cancelled, can clean up, and can refuse.
import asyncio
async def work():
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError as error:
        print("cleaning", error.args)
        await asyncio.sleep(0)
        raise
async def stubborn():
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        return "stayed"
a, b = asyncio.create_task(work()), asyncio.create_task(stubborn())
await asyncio.sleep(0)
said = [a.cancel("enough"), b.cancel()]
try:
    await a
except asyncio.CancelledError:
    said.append("gone")
return said + [a.cancelled(), await b, b.cancelled(), b.cancel()]
#> cleaning ('enough',)
#= [true,true,"gone",true,"stayed",false,false]
