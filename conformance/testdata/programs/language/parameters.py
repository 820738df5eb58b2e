# Positional-only and keyword-only parameters are held to.
def f(a, b=2, /, c=3, *args, d, e=5, **more):
    return [a, b, c, list(args), d, e, more]
results = [f(1, d=4), f(1, 2, 3, 4, 5, d=6, a=7)]
for call in (lambda: f(1), lambda: f(b=1, d=2), lambda: f()):
    try:
        call()
    except TypeError as error:
        results.append(str(error).removeprefix("__coderuntime_main__.<locals>."))
return results
#= [[1,2,3,[],4,5,{}],[1,2,3,[4,5],6,5,{"a":7}],"f() missing 1 required keyword-only argument: 'd'","f() missing 1 required positional argument: 'a'","f() missing 1 required positional argument: 'a'"]
