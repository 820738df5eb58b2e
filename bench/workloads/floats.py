# A picture of the Mandelbrot set and a product of matrices: floats and complex numbers.
# answer: [530148,3050107.5]
def escapes(c, most):
    z = 0j
    for n in range(most):
        z = z * z + c
        if abs(z) > 2:
            return n
    return most

total = sum(escapes(complex(-2 + x / 60, -1 + y / 60), 80) for x in range(180) for y in range(120))
size = 110
a = [[(i * j % 7) + 0.5 for j in range(size)] for i in range(size)]
b = [[(i + j) % 5 - 1.25 for j in range(size)] for i in range(size)]
columns = list(zip(*b))
product = [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]
return [total, round(sum(map(sum, product)), 6)]
