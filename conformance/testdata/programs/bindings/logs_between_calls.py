# What is printed before, between and after calls is in order.
print("start")
for n in range(2):
    print("->", await tools.echo(n))
print("end")
#@ tools.echo 0
#@ tools.echo 1
#> start
#> -> 0
#> -> 1
#> end
#= null
