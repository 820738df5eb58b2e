# The exception of a task is kept until somebody asks.
import asyncio
async def bad(): raise LookupError("kept")
task = asyncio.create_task(bad())
await asyncio.sleep(0)
e = task.exception()
try:
    task.result()
except LookupError as error:
    same = error is e
pending = asyncio.create_task(asyncio.sleep(30))
try:
    pending.result()
except asyncio.InvalidStateError as error:
    said = str(error)
pending.cancel()
return [repr(e), same, said]
#= ["LookupError('kept')",true,"Result is not set."]
