# gather gives results in the order of its arguments, whoever is ready first.
import asyncio
done = []
async def job(n, turns):
    for _ in range(turns): await asyncio.sleep(0)
    done.append(n)
    return n * 10
results = await asyncio.gather(job(1, 9), job(2, 1), job(3, 5))
return [results, done]
#= [[10,20,30],[2,3,1]]
