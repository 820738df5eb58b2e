# Calls that wait for each other are all at the host at once.
import asyncio
return await asyncio.gather(*(tools.meet({"of": 3, "value": v}) for v in "abc"))
#@ tools.meet {"of":3,"value":"a"}
#@ tools.meet {"of":3,"value":"b"}
#@ tools.meet {"of":3,"value":"c"}
#= ["a","b","c"]
