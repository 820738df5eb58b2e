# One failed call of several is told apart from the others.
import asyncio
results = await asyncio.gather(tools.echo(1), tools.fail("two"), tools.echo(3), return_exceptions=True)
return [repr(r) for r in results]
#@ tools.echo 1
#@ tools.echo 3
#@ tools.fail "two"
#= ["1","RuntimeError('two')","3"]
