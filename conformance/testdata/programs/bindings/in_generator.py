# Calls are made from asynchronous generators and comprehensions.
async def pages():
    for n in range(3):
        yield await tools.echo({"page": n})
return [p["page"] async for p in pages() if (await tools.echo(p["page"])) != 1]
#@ tools.echo 0
#@ tools.echo 1
#@ tools.echo 2
#@ tools.echo {"page":0}
#@ tools.echo {"page":1}
#@ tools.echo {"page":2}
#= [0,2]
