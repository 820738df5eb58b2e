# A thousand tasks pass a number along.
import asyncio
async def add(n, before):
    return n + (await before if before else 0)
task = None
for n in range(1000):
    task = asyncio.create_task(add(n, task))
return [await task, len(asyncio.all_tasks())]
#= [499500,1]
