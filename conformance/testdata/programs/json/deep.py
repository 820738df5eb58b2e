# A hundred levels come through.
value = 0
for _ in range(100): value = {"v": value}
depth = 0
inner = value
while isinstance(inner, dict):
    inner, depth = inner["v"], depth + 1
print(depth)
return value["v"]["v"]["v"] is not None
#> 100
#= true
