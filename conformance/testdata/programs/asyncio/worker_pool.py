# Three workers share the jobs of a queue.
import asyncio
jobs, results, busy, most = asyncio.Queue(), {}, 0, 0
for n in range(9): jobs.put_nowait(n)
async def worker():
    nonlocal_state = state
    while not jobs.empty():
        n = jobs.get_nowait()
        nonlocal_state["busy"] += 1
        nonlocal_state["most"] = max(nonlocal_state["most"], nonlocal_state["busy"])
        await asyncio.sleep(0.001)
        results[n] = n ** 2
        nonlocal_state["busy"] -= 1
state = {"busy": 0, "most": 0}
await asyncio.gather(*(worker() for _ in range(3)))
return [state["most"], [results[n] for n in range(9)]]
#= [3,[0,1,4,9,16,25,36,49,64]]
