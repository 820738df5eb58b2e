# Newton, bisection and Simpson come to the known answers.
import math
def newton(f, df, x):
    for _ in range(50): x -= f(x) / df(x)
    return x
def bisect(f, a, b):
    for _ in range(60):
        m = (a + b) / 2
        a, b = (m, b) if f(a) * f(m) > 0 else (a, m)
    return a
def simpson(f, a, b, n=100):
    h = (b - a) / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(a + i * h) for i in range(n + 1))
return [math.isclose(newton(lambda x: x * x - 2, lambda x: 2 * x, 1), math.sqrt(2)), round(bisect(lambda x: math.cos(x) - x, 0, 1), 6), round(simpson(math.sin, 0, math.pi), 6), round(simpson(lambda x: x ** 3, 0, 2), 9)]
#= [true,0.739085,2,4]
