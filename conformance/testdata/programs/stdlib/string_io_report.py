# A table is laid out in columns.
rows = [("item", "qty", "price"), ("apple", 3, 1.5), ("banana", 12, 0.25), ("日本", 1, 100)]
widths = [max(len(str(r[i])) for r in rows) for i in range(3)]
for i, (a, b, c) in enumerate(rows):
    print(f"{a:<{widths[0]}} | {b:>{widths[1]}} | {c:>{widths[2]}}" if i == 0 else f"{a:<{widths[0]}} | {b:>{widths[1]}} | {c:>{widths[2]}.2f}")
    if i == 0: print("-+-".join("-" * w for w in widths))
return sum(r[1] * r[2] for r in rows[1:])
#> item   | qty | price
#> -------+-----+------
#> apple  |   3 |  1.50
#> banana |  12 |  0.25
#> 日本     |   1 | 100.00
#= 107.5
