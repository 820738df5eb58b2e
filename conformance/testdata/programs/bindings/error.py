# A failed call is a RuntimeError with the host's words.
try:
    await tools.fail("disk full: /data é😀")
except RuntimeError as error:
    return [str(error), error.args == (str(error),), error.__cause__]
#@ tools.fail "disk full: /data é😀"
#= ["disk full: /data é😀",true,null]
