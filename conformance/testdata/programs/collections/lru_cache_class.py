# A cache of fixed size forgets what was used longest ago.
from collections import OrderedDict
class LRU:
    def __init__(self, size): self.size, self.data = size, OrderedDict()
    def get(self, k):
        if k not in self.data: return -1
        self.data.move_to_end(k)
        return self.data[k]
    def put(self, k, v):
        self.data[k] = v
        self.data.move_to_end(k)
        if len(self.data) > self.size: self.data.popitem(last=False)
c = LRU(2)
c.put(1, 1); c.put(2, 2)
said = [c.get(1)]
c.put(3, 3)
return said + [c.get(2), c.get(3), list(c.data)]
#= [1,-1,3,[1,3]]
