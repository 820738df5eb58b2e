# A log is searched, split and rewritten with regular expressions.
# answer: 25827100
import re

lines = [
    f"2024-{i % 12 + 1:02}-{i % 28 + 1:02} host{i % 9} app[{i}]: GET /path/{i}?q={i * 7 % 101} "
    f"status={200 + i % 3 * 100} user{i % 13}@example.org took {i % 500}ms"
    for i in range(3000)
]
text = "\n".join(lines)
request = re.compile(r"^(?P<day>\d{4}-\d\d-\d\d) (\w+) (\w+)\[(\d+)\]: (GET|POST) (\S+)\?q=(\d+)", re.MULTILINE)
address = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
slow = re.compile(r"status=(?:300|400).*?took (\d{3})ms")
total = 0
for turn in range(5):
    total += sum(int(m.group(4)) + int(m.group(7)) for m in request.finditer(text))
    total += len(set(address.findall(text)))
    total += sum(int(m) for m in slow.findall(text))
    total += address.sub(lambda m: m.group().upper()[:turn + 1], text).count("USE")
    total += len(re.split(r"[\s:?=]+", text))
return total
