# A coroutine that is called and not awaited does nothing.
import asyncio, warnings
warnings.simplefilter("ignore")
ran = []
async def f():
    ran.append(1)
    return 2
c = f()
kind = type(c).__name__
c.close()
try:
    await c
except RuntimeError as error:
    return [kind, ran, str(error)]
#= ["coroutine",[],"cannot reuse already awaited coroutine"]
