# Callbacks run in the order in which they were asked for, timers by their time.
import asyncio
loop, order = asyncio.get_running_loop(), []
now = loop.time()
loop.call_at(now + 0.010, order.append, "later")
loop.call_at(now + 0.001, order.append, "sooner")
loop.call_soon(order.append, "soon 1")
loop.call_soon(order.append, "soon 2")
loop.call_at(now + 0.005, order.append, "at")
loop.call_later(0.002, order.append, "cancelled").cancel()
order.append("first")
await asyncio.sleep(0.03)
return order
#= ["first","soon 1","soon 2","sooner","at","later"]
