# Whatever has __await__ can be awaited.
class Ready:
    def __init__(self, value): self.value = value
    def __await__(self):
        return self.value
        yield
async def add(a, b): return await a + await b
return await add(Ready(40), Ready(2))
#= 42
