# A failed call may be told as the cause of another error.
class ToolError(Exception): pass
async def safely(x):
    try:
        return await tools.fail(x)
    except RuntimeError as error:
        raise ToolError("search failed") from error
await safely("no network")
#@ tools.fail "no network"
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 5, in safely
#! RuntimeError: no network
#!
#! The above exception was the direct cause of the following exception:
#!
#! Traceback (most recent call last):
#!   File "<model>", line 8, in __coderuntime_main__
#!   File "<model>", line 7, in safely
#! __coderuntime_main__.<locals>.ToolError: search failed
