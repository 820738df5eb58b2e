# A text of a million characters is built, searched and changed.
parts = []
for i in range(100_000):
    parts.append(f"line {i % 10}\n")
text = "".join(parts)
return [len(text), text.count("line 7"), text.find("line 9"), len(text.replace("line", "l")), text[::-1][:7][::-1], len(text.splitlines()), hash(text) == hash(text[:])]
#= [700000,10000,63,400000,"line 9\n",100000,true]
