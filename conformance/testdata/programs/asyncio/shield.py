# What is shielded goes on when the wait for it is given up.
import asyncio
go = asyncio.Event()
async def important():
    await go.wait()
    return "saved"
task = asyncio.create_task(important())
try:
    await asyncio.wait_for(asyncio.shield(task), 0.001)
except asyncio.TimeoutError:
    print("not waiting")
before = task.done()
go.set()
return [before, await task]
#> not waiting
#= [false,"saved"]
