# The first failure of several comes out of gather.
import asyncio
async def job(n):
    await asyncio.sleep(0)
    if n: raise ValueError(f"job {n}")
await asyncio.gather(job(0), job(1), job(2))
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 6, in __coderuntime_main__
#!   File "<model>", line 5, in job
#! ValueError: job 1
