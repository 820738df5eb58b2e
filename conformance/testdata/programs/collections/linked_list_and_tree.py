# A linked list is reversed and a search tree is walked in order.
class Node:
    def __init__(self, value, next=None): self.value, self.next = value, next
    def __iter__(self):
        node = self
        while node:
            yield node.value
            node = node.next
def reverse(node):
    previous = None
    while node: node.next, previous, node = previous, node, node.next
    return previous
class Tree:
    def __init__(self): self.root = None
    def insert(self, v):
        def put(n): return (put(n[0]), n[1], n[2]) if n and v < n[1] else (n[0], n[1], put(n[2])) if n else (None, v, None)
        self.root = put(self.root)
    def walk(self):
        def go(n):
            if n:
                yield from go(n[0])
                yield n[1]
                yield from go(n[2])
        return go(self.root)
t = Tree()
for v in [5, 2, 8, 1, 9, 3]: t.insert(v)
return [list(reverse(Node(1, Node(2, Node(3))))), list(t.walk())]
#= [[3,2,1],[1,2,3,5,8,9]]
