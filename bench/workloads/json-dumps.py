# Records as an agent's tools return them are written as JSON.
# answer: 16003755
import json

records = [
    {"id": i, "name": f"item {i}", "tags": ["new", "größe", str(i % 7)], "price": i * 0.25,
     "stock": {"here": i % 11, "there": None, "open": i % 2 == 0}}
    for i in range(2000)
]
length = 0
for turn in range(50):
    length += len(json.dumps(records))
    length += len(json.dumps(records[turn % 10::10], indent=1, sort_keys=True, ensure_ascii=False))
return length
