# A call can be given up, and the program goes on.
import asyncio
try:
    await asyncio.wait_for(tools.hang({"n": 1}), 0.05)
except asyncio.TimeoutError:
    return ["gave up", await tools.echo("next")]
#@ tools.echo "next"
#@ tools.hang {"n":1}
#= ["gave up","next"]
