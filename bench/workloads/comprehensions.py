# Comprehensions and the functions that take them.
# answer: 179946005040738
total = 0
for turn in range(30):
    evens = [i * 3 for i in range(20000) if i % 2 == 0]
    total += sum(i * i % 7 for i in evens)
    total += sum(map(len, [[j for j in range(i % 8)] for i in range(8000)]))
    table = {i: i % 13 for i in range(8000)}
    total += max(table.values()) + len({value * turn for value in table.values()})
    total += any(value > 12 for value in table.values()) + all(value < 13 for value in table.values())
    total += sum(a * b for a, b in zip(evens, reversed(evens)))
return total
