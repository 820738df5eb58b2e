# A field that the function does not have is refused in the host's words.
try:
    await tools.add({"a": 1, "c": 2})
except RuntimeError as error:
    return "c" in str(error)
#@ tools.add {"a":1,"c":2}
#= true
