# Only what can be awaited is awaited.
said = []
for wrong in (1, "a", lambda: 1, [1]):
    try:
        await wrong
    except TypeError as error:
        said.append(str(error).replace("can't be used in 'await' expression", "…"))
return said
#= ["object int …","object str …","object function …","object list …"]
