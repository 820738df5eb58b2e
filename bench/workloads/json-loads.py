# The same records are read back.
# answer: [500775,285521]
import json

text = json.dumps([
    {"id": i, "name": f"item {i}", "tags": ["new", "größe", str(i % 7)], "price": i * 0.25,
     "stock": {"here": i % 11, "there": None, "open": i % 2 == 0}}
    for i in range(2000)
])
total = 0
for turn in range(50):
    records = json.loads(text)
    total += sum(record["stock"]["here"] for record in records) + turn
return [total, len(text)]
