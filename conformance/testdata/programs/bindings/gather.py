# Calls at once come back in the order in which they were asked for.
import asyncio
sums = await asyncio.gather(*(tools.add({"a": n, "b": n}) for n in range(4)))
return sums
#@ tools.add {"a":0,"b":0}
#@ tools.add {"a":1,"b":1}
#@ tools.add {"a":2,"b":2}
#@ tools.add {"a":3,"b":3}
#= [0,2,4,6]
