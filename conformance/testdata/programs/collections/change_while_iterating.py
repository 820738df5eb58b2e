# A list that shrinks under a loop skips, a dict that grows is refused.
a = [1, 2, 3, 4, 5, 6]
for x in a:
    if x % 2 == 0 or x == 3:
        a.remove(x)
said = []
d = {"a": 1}
try:
    for k in d:
        d[k + k] = 1
except RuntimeError as error:
    said.append(str(error))
s = {1}
try:
    for x in s:
        s.add(x + 1)
except RuntimeError as error:
    said.append(str(error))
return [a, said]
#= [[1,3,5],["dictionary changed size during iteration","Set changed size during iteration"]]
