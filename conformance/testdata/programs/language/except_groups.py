# except* takes the members of a group apart by kind.
# Needs Python 3.11.
said = []
try:
    raise ExceptionGroup("several", [ValueError("v"), KeyError("k"), ExceptionGroup("deep", [ValueError("w")])])
except* ValueError as group:
    said.append([str(e) for e in group.exceptions if not isinstance(e, ExceptionGroup)])
    said.append(len(group.exceptions))
except* KeyError as group:
    said.append(repr(group.exceptions[0]))
return said
#= [["v"],2,"KeyError('k')"]
