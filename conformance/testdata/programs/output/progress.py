# A loop reports now and then.
total = 25
for i in range(1, total + 1):
    if i % 10 == 0 or i == total:
        print(f"{i}/{total} ({i / total:.0%})", flush=True)
#> 10/25 (40%)
#> 20/25 (80%)
#> 25/25 (100%)
#= null
