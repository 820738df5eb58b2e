# Small matrices multiply, transpose and have a determinant.
def mul(a, b): return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]
def det(m):
    if len(m) == 1: return m[0][0]
    return sum((-1) ** j * m[0][j] * det([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))
a = [[1, 2], [3, 4]]
return [mul(a, [[0, 1], [1, 0]]), [list(r) for r in zip(*a)], det(a), det([[2, 0, 1], [1, 3, 2], [1, 1, 1]])]
#= [[[2,1],[4,3]],[[1,3],[2,4]],-2,0]
