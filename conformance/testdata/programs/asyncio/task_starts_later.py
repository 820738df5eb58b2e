# A task does not start before its maker waits.
import asyncio
order = []
async def task(): order.append("task")
t = asyncio.create_task(task(), name="worker")
order.append("made")
await asyncio.sleep(0)
order.append("after")
return [order, t.get_name(), t.done(), len(asyncio.all_tasks()), asyncio.current_task().get_name() != "worker"]
#= [["made","task","after"],"worker",true,1,true]
