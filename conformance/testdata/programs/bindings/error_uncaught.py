# A failed call that nobody catches names the line of the call.
async def step(n):
    return await tools.fail(f"step {n} failed")

for n in range(3):
    await step(n)
#@ tools.fail "step 0 failed"
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 6, in __coderuntime_main__
#!   File "<model>", line 3, in step
#! RuntimeError: step 0 failed
