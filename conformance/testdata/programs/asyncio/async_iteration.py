# Classes are iterated asynchronously, and comprehensions await in them.
import asyncio
class Countdown:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if not self.n: raise StopAsyncIteration
        await asyncio.sleep(0)
        self.n -= 1
        return self.n + 1
async def double(x):
    await asyncio.sleep(0)
    return 2 * x
a = [x async for x in Countdown(3)]
b = {str(x): await double(x) async for x in Countdown(2)}
c = [await double(x) for x in range(3) if await double(x) != 2]
async for x in Countdown(1):
    pass
else:
    a.append("else")
return [a, b, c]
#= [[3,2,1,"else"],{"2":4,"1":2},[0,4]]
