# Text is put together, taken apart and formatted.
# answer: 3122230
parts = []
for i in range(80000):
    parts.append(f"{i:06d}|{i * 0.5:8.2f}|{i % 16:x}")
text = ",".join(parts)
total = len(text)
words = text.replace("|", " ").split(",")
for word in words:
    total += len(word.strip().upper().partition(" ")[2])
slow = ""
for i in range(80000):
    slow += chr(97 + i % 26)
total += slow.count("xyz") + len(slow.encode()) + slow.find("zab", 500)
for i in range(0, 80000, 2):
    total += len("%s-%d-%.3f" % (slow[i:i + 3].title(), i, i / 7))
    total += slow.startswith("abc", i) + ("é" * (i % 5)).encode().count(b"\xa9")
return total
