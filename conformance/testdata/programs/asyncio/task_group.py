# A task group waits for its tasks.
# Needs Python 3.11.
import asyncio
async def job(n):
    for _ in range(3 - n): await asyncio.sleep(0)
    print(n)
    return n * n
async with asyncio.TaskGroup() as group:
    tasks = [group.create_task(job(n)) for n in range(3)]
return [t.result() for t in tasks]
#> 2
#> 1
#> 0
#= [0,1,4]
