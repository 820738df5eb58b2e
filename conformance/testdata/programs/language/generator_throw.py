# A generator can catch what is thrown into it, and cleans up when it is closed.
def g():
    try:
        while True:
            try:
                yield "ready"
            except ValueError as error:
                print("caught", error)
    finally:
        print("closed")
it = g()
next(it)
again = it.throw(ValueError("x"))
it.close()
return [again, next(it, "over")]
#> caught x
#> closed
#= ["ready","over"]
