# Of a call and a timer the first to be ready wins, and the other is cancelled.
import asyncio
slow = asyncio.create_task(asyncio.sleep(30))
fast = asyncio.create_task(tools.echo("fast"))
done, pending = await asyncio.wait([slow, fast], return_when=asyncio.FIRST_COMPLETED)
for task in pending: task.cancel()
results = await asyncio.gather(*pending, return_exceptions=True)
return [[t.result() for t in done], [type(r).__name__ for r in results]]
#@ tools.echo "fast"
#= [["fast"],["CancelledError"]]
