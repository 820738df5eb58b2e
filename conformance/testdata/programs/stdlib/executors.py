# Work for a pool of threads comes back in order.
import asyncio
from concurrent.futures import ThreadPoolExecutor, as_completed
def square(n):
    if n == 13: raise ValueError("unlucky")
    return n * n
with ThreadPoolExecutor(max_workers=4) as pool:
    mapped = list(pool.map(square, range(5)))
    futures = {pool.submit(square, n): n for n in (2, 13)}
    done = sorted((futures[f], str(f.exception() or f.result())) for f in as_completed(futures))
return [mapped, [list(p) for p in done], await asyncio.to_thread(square, 7), await asyncio.get_running_loop().run_in_executor(None, square, 8)]
#= [[0,1,4,9,16],[[2,"4"],[13,"unlucky"]],49,64]
