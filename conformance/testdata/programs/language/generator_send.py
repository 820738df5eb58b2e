# A generator takes values that are sent to it and returns one in the end.
def average():
    total = count = 0
    while (value := (yield total / count if count else None)) is not None:
        total += value
        count += 1
    return total
g = average()
said = [next(g), g.send(10), g.send(20)]
try:
    g.send(None)
except StopIteration as stop:
    said.append(stop.value)
return said
#= [null,10,15,30]
