# wait tells the done from the pending, by the first or by a timeout.
import asyncio
fast, slow = asyncio.create_task(asyncio.sleep(0.001, "fast")), asyncio.create_task(asyncio.sleep(30))
done, pending = await asyncio.wait({fast, slow}, return_when=asyncio.FIRST_COMPLETED)
said = [[t.result() for t in done], pending == {slow}]
done, pending = await asyncio.wait([slow], timeout=0.001)
slow.cancel()
return said + [len(done), len(pending)]
#= [["fast"],true,0,1]
