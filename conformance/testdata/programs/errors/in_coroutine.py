# A traceback goes through what is awaited.
import asyncio
async def fetch(n):
    await asyncio.sleep(0)
    raise ConnectionError(f"try {n}")
async def retry():
    for n in range(2):
        try:
            await fetch(n)
        except ConnectionError as error:
            print(error)
    await fetch(9)
await retry()
#> try 0
#> try 1
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 13, in __coderuntime_main__
#!   File "<model>", line 12, in retry
#!   File "<model>", line 5, in fetch
#! ConnectionError: try 9
