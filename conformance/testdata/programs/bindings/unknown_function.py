# A function that is not there is an AttributeError or a failed call, before the host hears of it.
try:
    await tools.no_such_function({})
except (AttributeError, RuntimeError) as error:
    return "no_such_function" in str(error)
#= true
