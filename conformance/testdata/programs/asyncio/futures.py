# A future is given its result by somebody else, once.
import asyncio
loop = asyncio.get_running_loop()
future = loop.create_future()
calls = []
future.add_done_callback(lambda f: calls.append(f.result()))
loop.call_later(0.001, future.set_result, 42)
value = await future
await asyncio.sleep(0)
try:
    future.set_result(1)
except asyncio.InvalidStateError as error:
    calls.append(type(error).__name__)
bad = loop.create_future()
bad.set_exception(KeyError("k"))
try:
    await bad
except KeyError as error:
    calls.append(repr(error))
return [value, calls, asyncio.isfuture(future), asyncio.iscoroutinefunction(asyncio.sleep)]
#= [42,[42,"InvalidStateError","KeyError('k')"],true,true]
