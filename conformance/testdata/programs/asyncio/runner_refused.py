# A second loop cannot be run inside of the first.
import asyncio
async def main(): return 1
coroutine = main()
said = []
try:
    asyncio.run(coroutine)
except RuntimeError as error:
    said.append(str(error))
return said + [await coroutine]
#= ["asyncio.run() cannot be called from a running event loop",1]
