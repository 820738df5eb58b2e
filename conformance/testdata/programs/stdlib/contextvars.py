# Context variables are kept for each task.
import asyncio, contextvars
user = contextvars.ContextVar("user", default="nobody")
async def work(name):
    user.set(name)
    await asyncio.sleep(0)
    return user.get()
names = await asyncio.gather(work("a"), work("b"))
token = user.set("main")
inside = contextvars.copy_context().run(lambda: (user.set("x"), user.get())[1])
after = user.get()
user.reset(token)
return [names, inside, after, user.get()]
#= [["a","b"],"x","main","nobody"]
