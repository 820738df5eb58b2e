# Values pass through chains of generators, and trees are walked with yield from.
# answer: 774274009
def numbers(n):
    for i in range(n):
        yield i

def squares(source):
    for value in source:
        yield value * value

def odd(source):
    for value in source:
        if value & 1:
            yield value

class Tree:
    def __init__(self, depth):
        self.value = depth
        self.left = Tree(depth - 1) if depth else None
        self.right = Tree(depth - 1) if depth else None

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right

def averages():
    total = count = 0
    value = yield 0
    while True:
        total += value
        count += 1
        value = yield total // count

total = sum(odd(squares(numbers(900000))))
tree = Tree(13)
for _ in range(3):
    total += sum(tree)
running = averages()
next(running)
for i in range(250000):
    total += running.send(i)
return total % 1000000007
