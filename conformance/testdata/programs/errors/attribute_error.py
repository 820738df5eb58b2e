# An attribute that is missing, on an object and on None.
class Point:
    def __init__(self): self.x = 1
said = []
for target in (Point(), None, "text"):
    try:
        target.upward
    except AttributeError as error:
        said.append(str(error))
return said
#= ["'Point' object has no attribute 'upward'","'NoneType' object has no attribute 'upward'","'str' object has no attribute 'upward'"]
