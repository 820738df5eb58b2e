# Tables are drawn with box characters.
rows = [["id", "name"], ["1", "Ada"], ["2", "Grace"]]
widths = [max(map(len, column)) for column in zip(*rows)]
line = "┼".join("─" * (w + 2) for w in widths)
for i, row in enumerate(rows):
    print("│".join(f" {cell:<{w}} " for cell, w in zip(row, widths)).rstrip())
    if i == 0: print(line)
#>  id │ name
#> ────┼───────
#>  1  │ Ada
#>  2  │ Grace
#= null
