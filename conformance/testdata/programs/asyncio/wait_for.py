# wait_for cancels what takes too long, and passes on what is ready.
import asyncio
async def slow():
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        print("cancelled")
        raise
try:
    await asyncio.wait_for(slow(), 0.01)
except asyncio.TimeoutError as error:
    said = [type(error).__name__, str(error)]
return said + [await asyncio.wait_for(asyncio.sleep(0, "ready"), 5)]
#> cancelled
#= ["TimeoutError","","ready"]
