# Work is spread over time, as measured by the loop.
import asyncio
loop = asyncio.get_running_loop()
start = loop.time()
for _ in range(3):
    await asyncio.sleep(0.01)
return loop.time() - start >= 0.029
#= true
