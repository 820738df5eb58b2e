# as_completed gives what is ready first.
import asyncio
async def job(n):
    for _ in range(n): await asyncio.sleep(0)
    return n
got = []
for future in asyncio.as_completed([job(3), job(1), job(2)]):
    got.append(await future)
try:
    for future in asyncio.as_completed([asyncio.sleep(30)], timeout=0.005):
        await future
except asyncio.TimeoutError:
    got.append("timeout")
return got
#= [1,2,3,"timeout"]
