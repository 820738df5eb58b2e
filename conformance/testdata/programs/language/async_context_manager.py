# Asynchronous context managers nest, by class and by generator.
import asyncio
from contextlib import asynccontextmanager
class Connection:
    async def __aenter__(self):
        await asyncio.sleep(0)
        print("open")
        return self
    async def __aexit__(self, *exc):
        await asyncio.sleep(0)
        print("close", exc[0].__name__ if exc[0] else None)
@asynccontextmanager
async def transaction(c):
    print("begin")
    try:
        yield "tx"
    except ValueError:
        print("rollback")
    else:
        print("commit")
async with Connection() as c, transaction(c) as tx:
    print(tx)
async with Connection() as c, transaction(c):
    raise ValueError
#> open
#> begin
#> tx
#> commit
#> close None
#> open
#> begin
#> rollback
#> close None
#= null
