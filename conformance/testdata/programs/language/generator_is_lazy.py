# A generator does no work before it is asked, and only the work that is asked for.
def numbers():
    print("start")
    for i in range(10):
        print("make", i)
        yield i
squares = (n * n for n in numbers())
print("made")
return [next(squares), next(squares)]
#> made
#> start
#> make 0
#> make 1
#= [0,1]
