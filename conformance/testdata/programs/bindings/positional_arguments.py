# A call takes one object, not keywords.
said = []
for call in (lambda: tools.add(1, 2), lambda: tools.add(a=1, b=2), lambda: tools.add()):
    try:
        await call()
    except TypeError as error:
        said.append("TypeError")
return said
#= ["TypeError","TypeError","TypeError"]
