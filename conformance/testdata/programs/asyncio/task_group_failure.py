# A failure in a task group cancels the others and is told as a group.
# Needs Python 3.11.
import asyncio
async def bad():
    await asyncio.sleep(0.001)
    raise ValueError("bad")
async def patient():
    try:
        await asyncio.sleep(30)
    finally:
        print("patient leaves")
try:
    async with asyncio.TaskGroup() as group:
        group.create_task(patient())
        group.create_task(bad())
except* ValueError as caught:
    said = [str(caught), repr(caught.exceptions)]
return said
#> patient leaves
#= ["unhandled errors in a TaskGroup (1 sub-exception)","(ValueError('bad'),)"]
