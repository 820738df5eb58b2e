# The glider of the game of life is one step further after four generations.
from collections import Counter
def step(cells):
    around = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {c for c, n in around.items() if n == 3 or n == 2 and c in cells}
glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
cells = glider
for _ in range(4): cells = step(cells)
spiral = lambda m: [*m[0], *spiral(list(zip(*m[1:]))[::-1])] if m else []
return [cells == {(x + 1, y + 1) for x, y in glider}, spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])]
#= [true,[1,2,3,6,9,8,7,4,5]]
