# Words are counted, the most frequent first and then by letter.
import re
from collections import Counter
text = """It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness"""
words = re.findall(r"[a-z']+", text.lower())
counts = Counter(words)
return [len(words), len(counts), sorted(counts.items(), key=lambda p: (-p[1], p[0]))[:4] == [("it", 4), ("of", 4), ("the", 4), ("was", 4)], max(counts, key=len)]
#= [24,10,true,"foolishness"]
