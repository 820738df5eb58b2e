# Multiplying a list of lists repeats one and the same list.
grid = [[0] * 3] * 2
grid[0][0] = 1
right = [[0] * 3 for _ in range(2)]
right[0][0] = 1
copy = right[:]
copy[1].append(9)
return [grid, right, grid[0] is grid[1]]
#= [[[1,0,0],[1,0,0]],[[1,0,0],[0,0,0,9]],true]
