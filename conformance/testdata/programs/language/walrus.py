# An assignment expression in a comprehension binds in the program.
data = [3, 8, 1, 9]
big = [y for x in data if (y := x * x) > 10]
if (n := len(data)) > 3:
    big.append(n)
return [big, y]
#= [[64,81,4],81]
