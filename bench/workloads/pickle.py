# Nested objects are pickled and read back.
# answer: 3073528
import pickle

nodes = [
    {"name": f"node {i}", "edges": [(i, i * j % 97, 1.5 * j) for j in range(6)], "seen": {i, i + 1}, "raw": bytes([i % 256] * 8)}
    for i in range(1500)
]
total = 0
for protocol in (2, 4, 5) * 4:
    text = pickle.dumps(nodes, protocol)
    back = pickle.loads(text)
    total += len(text) + len(back[protocol]["edges"]) + (back == nodes)
return total
