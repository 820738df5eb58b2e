# A coroutine that was not awaited is no value.
import warnings
warnings.simplefilter("ignore")
async def f(): return 1
return f()
#! invalid-output
#! program completion must be lossless JSON (unsupported type (coroutine))
