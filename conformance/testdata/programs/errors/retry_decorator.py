# A decorator tries again, with a growing wait, and gives up with the last error.
import asyncio, functools
def retry(times, on):
    def decorate(f):
        @functools.wraps(f)
        async def wrapper(*args):
            for n in range(times):
                try:
                    return await f(*args)
                except on as error:
                    print(f"try {n + 1}: {error}")
                    last = error
                    await asyncio.sleep(0.001 * 2 ** n)
            raise RuntimeError(f"gave up after {times}") from last
        return wrapper
    return decorate
left = [3]
@retry(4, ValueError)
async def flaky():
    left[0] -= 1
    if left[0]: raise ValueError(f"{left[0]} left")
    return "worked"
return await flaky()
#> try 1: 2 left
#> try 2: 1 left
#= "worked"
