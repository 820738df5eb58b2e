# Dictionaries and sets are filled, counted, merged and emptied.
# answer: [2100,28926,22539,10008,300000,501981]
counts = {}
for i in range(300000):
    key = i * 7919 % 10007
    counts[key] = counts.get(key, 0) + 1
groups = {}
for i in range(160000):
    groups.setdefault((i % 300, i % 7), []).append(i)
seen = set()
for i in range(160000):
    value = i * i % 65537
    if value in seen:
        seen.discard(value)
    else:
        seen.add(value)
evens = {value for value in seen if value % 2 == 0}
both = (seen - evens) | {value + 1 for value in evens}
merged = {str(key): value for key, value in counts.items()} | {"total": sum(counts.values())}
while len(counts) > 100:
    counts.popitem()
return [len(groups), len(seen), len(both), len(merged), merged["total"], sum(counts)]
