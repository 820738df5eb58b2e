# A deque grows at both ends, rotates and forgets when it is full.
from collections import deque
d = deque([1, 2, 3], maxlen=4)
d.appendleft(0)
d.append(4)
d.rotate(1)
last = deque("abcdef", 3)
e = deque()
try:
    e.popleft()
except IndexError as error:
    said = str(error)
return [list(d), list(last), d[1], d.popleft(), list(d), said, repr(deque([1], 2)), deque([1, 2]).index(2)]
#= [[4,1,2,3],["d","e","f"],1,4,[1,2,3],"pop from an empty deque","deque([1], maxlen=2)",1]
